import type { AliasList } from '../../glossary/alias-lists.ts'
import { fieldNames } from '../../glossary/texts.ts'
import type { Fault } from '../../problem.ts'
import { Field } from '../parts/form.tsx'

type TermFieldsProps = {
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
      <AliasFields {...{ values, errors }} />
    </>
  )
}

/** The fields for the aliases of a term, one for each kind. Most terms have none, so the fields are hidden until they are needed. */
function AliasFields({ values, errors = [] }: Omit<TermFieldsProps, 'categories'>) {
  const isUsed = otherNames.some(({ list }) => values.get(list))
  const isWrong = errors.some(({ path }) => otherNames.some(({ list }) => path.startsWith(list)))
  return (
    <details class="more-fields" open={isUsed || isWrong}>
      <summary>Other names and misspellings</summary>
      <div class="stack">
        {otherNames.map(({ list, hint }) => (
          <Field key={list} name={list} label={fieldNames[list]} hint={hint} errors={errors}>
            {(props) => (
              <input
                {...props}
                value={values.get(list) ?? ''}
                autocapitalize="off"
                spellcheck={false}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  )
}

const otherNames: { list: AliasList; hint: string }[] = [
  { list: 'aliases', hint: 'Optional. What else people call it, separated by semicolons.' },
  {
    list: 'misspellings',
    hint: 'Optional. They find the term but are never shown. Separated by semicolons.',
  },
  {
    list: 'discouraged',
    hint: 'Optional. What people should no longer call it, separated by semicolons.',
  },
]
