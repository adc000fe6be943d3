import { changedFields, fieldNames, type Texts } from '../../glossary/texts.ts'
import { compareWords, needsGap, type Replacement } from '../../glossary/word-diff.ts'

type WordDiffProps = {
  from: string
  to: string
  /** shows all of the unchanged text */
  whole?: boolean
}

/** What changed in a text, word by word: removed text is struck out, added text is underlined. */
export function WordDiff({ from, to, whole = false }: WordDiffProps) {
  return (
    <p class="diff" dir="auto">
      {compareWords(from, to, { whole }).map((part, i) =>
        'removed' in part ? <Replaced key={i} {...part} /> : part.unchanged,
      )}
    </p>
  )
}

/** The old and the new words, with a space between them where they have none. */
function Replaced({ removed, added }: Replacement) {
  return (
    <>
      {removed && <del>{removed}</del>}
      {needsGap({ removed, added }) && <span class="gap"> </span>}
      {added && <ins>{added}</ins>}
    </>
  )
}

/** The differences between two versions of a term, field by field. */
export function Changes({ from, to }: { from: Texts; to: Texts }) {
  return (
    <dl class="changes">
      {changedFields(from, to).map((field) => (
        <div key={field}>
          <dt class="label">{fieldNames[field]}</dt>
          <dd>
            <WordDiff from={from[field] ?? ''} to={to[field] ?? ''} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
