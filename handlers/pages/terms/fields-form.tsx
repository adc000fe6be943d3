import type { Fault } from '../../../lib/problem.ts'
import {
  aliasListNames,
  inputs,
  plainFields,
  type TextField,
} from '../../../lib/schemas/content.ts'
import { type ControlProps, Field, type FieldProps } from '../../../lib/web/parts/form.tsx'

type TermFieldsProps = {
  values: URLSearchParams
  errors: readonly Fault[] | undefined
  /** existing categories, offered as suggestions */
  categories: readonly string[]
}

/** The fields of a term except its name. */
export function TermFields({ values, errors, categories }: TermFieldsProps) {
  return (
    <>
      {plainFields.slice(1).map((field) => (
        <TermField key={field} {...{ field, errors }}>
          {(props) => {
            const value = values.get(field) ?? ''
            if (inputs[field].entry === 'text')
              return (
                <textarea {...props} required={inputs[field].isRequired} rows={7} value={value} />
              )
            return field === 'category' ? (
              <CategoryInput {...{ ...props, value, categories }} />
            ) : (
              <input {...props} value={value} />
            )
          }}
        </TermField>
      ))}
      <AliasFields {...{ values, errors }} />
    </>
  )
}

/** A field with its label and its hint. */
function TermField({
  field,
  errors = [],
  children,
}: Pick<FieldProps, 'errors' | 'children'> & { field: TextField }) {
  const { label, hint, isRequired } = inputs[field]
  return (
    <Field
      name={field}
      label={label}
      hint={isRequired ? hint : `Optional. ${hint}`}
      errors={errors}
    >
      {children}
    </Field>
  )
}

function CategoryInput({
  categories,
  ...props
}: ControlProps & { value: string; categories: readonly string[] }) {
  return (
    <>
      <input {...props} list="categories" />
      <datalist id="categories">
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  )
}

/** The fields for the aliases of a term, one for each kind. Most terms have none, so the fields are hidden until they are needed. */
function AliasFields({ values, errors = [] }: Omit<TermFieldsProps, 'categories'>) {
  const isUsed = aliasListNames.some((list) => values.get(list))
  const isWrong = errors.some(({ path }) => aliasListNames.some((list) => path.startsWith(list)))
  return (
    <details class="more-fields" open={isUsed || isWrong}>
      <summary>Other names and misspellings</summary>
      <div class="stack">
        {aliasListNames.map((list) => (
          <TermField key={list} field={list} errors={errors}>
            {(props) => (
              <input
                {...props}
                value={values.get(list) ?? ''}
                autocapitalize="off"
                spellcheck={false}
              />
            )}
          </TermField>
        ))}
      </div>
    </details>
  )
}
