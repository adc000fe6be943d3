import { changedFields, fieldNames, type Texts } from '../../glossary/texts.ts'
import { compareWords, needsGap, type Replacement } from '../../glossary/word-diff.ts'

type WordDiffProps = {
  from: string
  to: string
  /** shows all of the unchanged text */
  whole?: boolean
  /** shows the old text, if it was replaced altogether */
  unfolded?: boolean
}

/**
 * What changed in a text, word by word: removed text is struck out, added text is underlined. Of a text that was
 * replaced altogether, the new one stands, and the old one unfolds.
 */
export function WordDiff({ from, to, whole = false, unfolded = false }: WordDiffProps) {
  const parts = compareWords(from, to, { whole })
  if (!parts) {
    return (
      <div class="diff">
        <p dir="auto">{to}</p>
        <details open={unfolded}>
          <summary>Text replaced</summary>
          <p dir="auto">{from}</p>
        </details>
      </div>
    )
  }
  return (
    <p class="diff" dir="auto">
      {parts.map((part, i) => ('removed' in part ? <Replaced key={i} {...part} /> : part.unchanged))}
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
