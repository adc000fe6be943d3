import type { Fault } from '../../problem.ts'
import { Field } from '../parts/form.tsx'

export type TermFieldsProps = {
  values: URLSearchParams
  errors: readonly Fault[] | undefined
  /** existing categories, offered as suggestions */
  categories: readonly string[]
}

/** The fields of a term except its name. */
export function TermFields({ values, errors, categories }: TermFieldsProps) {
  const value = (name: string) => values.get(name) ?? ''
  return (
    <>
      <Field
        name="full_name"
        label="Full name"
        hint="Optional. What an acronym stands for."
        errors={errors}
      >
        {(props) => <input {...props} value={value('full_name')} />}
      </Field>
      <Field
        name="definition"
        label="Definition"
        hint="Explain it to a new colleague. Line breaks are kept, and URLs become links."
        errors={errors}
      >
        {(props) => <textarea {...props} required rows={7} value={value('definition')} />}
      </Field>
      <Field name="category" label="Category" hint="Optional. Team or field." errors={errors}>
        {(props) => (
          <>
            <input {...props} value={value('category')} list="categories" />
            <datalist id="categories">
              {categories.map((category) => (
                <option key={category} value={category} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    </>
  )
}
