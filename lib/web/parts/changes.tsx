import { changedFields, fieldNames, type Texts } from '../../glossary/texts.ts'
import { WordDiff } from './word-diff.tsx'

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
