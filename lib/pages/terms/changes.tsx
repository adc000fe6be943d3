import { type TextField, type Texts, textFields } from '../../glossary/merge.ts'
import { WordDiff } from './word-diff.tsx'

/** What the texts of a term are called. */
export const fieldNames: Record<TextField, string> = {
  name: 'Name',
  full_name: 'Full name',
  definition: 'Definition',
  category: 'Category',
}

/** The fields in which two states of a term differ. */
export const changedFields = (from: Texts, to: Texts): TextField[] =>
  textFields.filter((field) => from[field] !== to[field])

type ChangesProps = {
  from: Texts
  to: Texts
  /** those to show, where not all that differ */
  fields?: readonly TextField[]
}

/** What changed from one state of a term to another, field by field. */
export function Changes({ from, to, fields = changedFields(from, to) }: ChangesProps) {
  return (
    <dl class="changes">
      {fields.map((field) => (
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
