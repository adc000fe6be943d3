import { type Change, diffWordsWithSpace } from 'diff'

/** How many words may differ before a comparison says less than the two texts do, and takes too long. */
const mostEdits = 400
/** How much is shown on either side of a change, in UTF-16 units. */
const context = 120

type WordDiffProps = {
  from: string
  to: string
  /** shows what stayed the same as well, however long it is */
  whole?: boolean
}

/** What changed in a text, word by word: what went is struck out, what came is underlined. */
export function WordDiff({ from, to, whole = false }: WordDiffProps) {
  const changes = compare(from, to)
  return (
    <p class="diff">
      {changes.map(({ added, removed, value }, i) => {
        if (removed) return <del key={i}>{value}</del>
        if (added) {
          const isInstead = changes[i - 1]?.removed
          return (
            <ins key={i} class={isInstead ? 'instead' : undefined}>
              {value}
            </ins>
          )
        }
        if (whole) return value
        return shorten(value, { isFirst: i === 0, isLast: i === changes.length - 1 })
      })}
    </p>
  )
}

function compare(from: string, to: string): Pick<Change, 'added' | 'removed' | 'value'>[] {
  const changes = diffWordsWithSpace(from, to, { maxEditLength: mostEdits })
  if (changes) return changes
  return [
    { added: false, removed: true, value: from },
    { added: false, removed: false, value: '\n\n' },
    { added: true, removed: false, value: to },
  ]
}

/** What stayed the same is shown as far as it helps to find one's place. */
function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const [before, after] = [isFirst ? 0 : context, isLast ? 0 : context]
  if (text.length <= before + after + context) return text
  const head = text.slice(0, before).replace(/\S*$/, '')
  const tail = after === 0 ? '' : text.slice(-after).replace(/^\S*\s*/, ' ')
  return `${head}…${tail}`.toWellFormed()
}
