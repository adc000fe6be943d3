import type { Fault } from '../problem.ts'
import {
  type AliasList,
  aliasListNames,
  content,
  inputs,
  type PlainField,
  plainFields,
  type TextField,
} from '../schemas/content.ts'
import { Choices, Field, type FieldProps } from './parts/form.tsx'

/** Whether a field has one of a few values. */
export const isChoice = (field: TextField): boolean => inputs[field].entry === 'choice'
const chosen = plainFields.filter(isChoice)

type TermFieldProps = Pick<FieldProps, 'errors' | 'children'> & { field: TextField; prefix?: string }

/** A field of a term, with its label and hint. `prefix` begins its ID if the page has several forms. */
export function TermField({ field, prefix = '', errors = [], children }: TermFieldProps) {
  const { label, hint, isRequired } = inputs[field]
  const id = `${prefix}${field}`
  return <Field {...{ id, label, errors, children }} name={field} hint={isRequired ? hint : `Optional. ${hint}`} />
}

type MoreFieldsProps = {
  value: (field: AliasList | PlainField) => string | null | undefined
  errors: readonly Fault[] | undefined
  prefix?: string
}

/**
 * The fields that most terms do without, so they are hidden until they are needed: its aliases, one for each kind, and
 * choices.
 */
export function MoreFields({ value, errors = [], prefix = '' }: MoreFieldsProps) {
  const isUsed =
    aliasListNames.some((list) => value(list)) ||
    chosen.some((field) => (value(field) ?? content[field].blank) !== content[field].blank)
  const isWrong = errors.some(({ path }) => [...aliasListNames, ...chosen].some((field) => path.startsWith(field)))
  return (
    <details class="more-fields" open={isUsed || isWrong}>
      <summary>Other names, misspellings and what is heard, underlining</summary>
      <div class="stack">
        {aliasListNames.map((list) => (
          <TermField key={list} field={list} {...{ errors, prefix }}>
            {(props) => <input {...props} value={value(list) ?? ''} autocapitalize="off" spellcheck={false} />}
          </TermField>
        ))}
        {chosen.map((field) => (
          <TermField key={field} field={field} {...{ errors, prefix }}>
            {(props) => <Choices {...props} choices={inputs[field].choices ?? {}} value={value(field) ?? ''} />}
          </TermField>
        ))}
      </div>
    </details>
  )
}
