import { type TextField, type Texts, textFields } from '../../glossary/texts.ts'
import { WordDiff } from './word-diff.tsx'

/** The labels of a term's text fields. */
export const fieldNames: Record<TextField, string> = {
  name: 'Name',
  full_name: 'Full name',
  definition: 'Definition',
  category: 'Category',
  aliases: 'Other names',
  misspellings: 'Misspellings',
  discouraged: 'Discouraged names',
}

/** The text fields that differ between two versions of a term. */
export const changedFields = (from: Texts, to: Texts): TextField[] =>
  textFields.filter((field) => from[field] !== to[field])

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
