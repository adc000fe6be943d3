import type { Fault } from '../../problem.ts'
import { Field } from '../parts/form.tsx'

export type TermFieldsProps = {
  /** what the fields hold */
  typed: URLSearchParams
  errors: readonly Fault[] | undefined
  /** those there are, to choose from */
  categories: readonly string[]
}

/** What people write in a term, beside its name. */
export function TermFields({ typed, errors, categories }: TermFieldsProps) {
  const value = (name: string) => typed.get(name) ?? ''
  return (
    <>
      <Field name="full_name" label="Full name" hint="What an acronym stands for." errors={errors}>
        {(props) => <input {...props} value={value('full_name')} />}
      </Field>
      <Field
        name="definition"
        label="Definition"
        hint="What it means here, for somebody in their first week. Line breaks stay."
        errors={errors}
      >
        {(props) => <textarea {...props} required rows={7} value={value('definition')} />}
      </Field>
      <Field
        name="category"
        label="Category"
        hint="Who says it: a team, a trade. One that exists, or a new one."
        errors={errors}
      >
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
