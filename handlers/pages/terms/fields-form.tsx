import type { Fault } from '../../../lib/problem.ts'
import { aliasListNames, content, inputs, plainFields, type TextField } from '../../../lib/schemas/content.ts'
import { Choices, type ControlProps, Field, type FieldProps } from '../../../lib/web/parts/form.tsx'

type TermFieldsProps = {
  values: URLSearchParams
  errors: readonly Fault[] | undefined
  /** existing categories, offered as suggestions */
  categories: readonly string[]
}

const isChoice = (field: TextField) => inputs[field].entry === 'choice'
const shown = plainFields.slice(1).filter((field) => !isChoice(field))
const chosen = plainFields.filter(isChoice)

/** The fields of a term except its name. */
export function TermFields({ values, errors, categories }: TermFieldsProps) {
  return (
    <>
      {shown.map((field) => (
        <TermField key={field} {...{ field, errors }}>
          {(props) => {
            const value = values.get(field) ?? ''
            if (inputs[field].entry === 'text')
              return <textarea {...props} required={inputs[field].isRequired} rows={7} value={value} />
            return field === 'category' ? (
              <CategoryInput {...{ ...props, value, categories }} />
            ) : (
              <input {...props} value={value} />
            )
          }}
        </TermField>
      ))}
      <TermField field="links" errors={errors}>
        {(props) => <textarea {...props} rows={2} value={values.get('links') ?? ''} spellcheck={false} />}
      </TermField>
      <MoreFields {...{ values, errors }} />
    </>
  )
}

/** A field with its label and its hint. */
function TermField({ field, errors = [], children }: Pick<FieldProps, 'errors' | 'children'> & { field: TextField }) {
  const { label, hint, isRequired } = inputs[field]
  return (
    <Field name={field} label={label} hint={isRequired ? hint : `Optional. ${hint}`} errors={errors}>
      {children}
    </Field>
  )
}

function CategoryInput({ categories, ...props }: ControlProps & { value: string; categories: readonly string[] }) {
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

/** The fields that most terms do without, so they are hidden until they are needed: its aliases, one for each kind, and choices. */
function MoreFields({ values, errors = [] }: Omit<TermFieldsProps, 'categories'>) {
  const isUsed =
    aliasListNames.some((list) => values.get(list)) ||
    chosen.some((field) => (values.get(field) ?? content[field].blank) !== content[field].blank)
  const isWrong = errors.some(({ path }) => [...aliasListNames, ...chosen].some((field) => path.startsWith(field)))
  return (
    <details class="more-fields" open={isUsed || isWrong}>
      <summary>Other names, misspellings, marks in texts</summary>
      <div class="stack">
        {aliasListNames.map((list) => (
          <TermField key={list} field={list} errors={errors}>
            {(props) => <input {...props} value={values.get(list) ?? ''} autocapitalize="off" spellcheck={false} />}
          </TermField>
        ))}
        {chosen.map((field) => (
          <TermField key={field} field={field} errors={errors}>
            {(props) => <Choices {...props} choices={inputs[field].choices ?? {}} value={values.get(field) ?? ''} />}
          </TermField>
        ))}
      </div>
    </details>
  )
}
