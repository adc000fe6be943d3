import type { Fault } from '../../../lib/problem.ts'
import { inputs, plainFields } from '../../../lib/schemas/content.ts'
import type { ControlProps } from '../../../lib/web/parts/form.tsx'
import { isChoice, TermField } from '../../../lib/web/term-fields.tsx'

type TermFieldsProps = {
  values: URLSearchParams
  /** whether the definition has the focus, because the name is known */
  isFocused?: boolean
  errors: readonly Fault[] | undefined
  /** existing categories, offered as suggestions */
  categories: readonly string[]
}

const shown = plainFields.slice(1).filter((field) => !isChoice(field))

export function TermFields({ values, errors, categories, isFocused = false }: TermFieldsProps) {
  return (
    <>
      {shown.map((field) => (
        <TermField key={field} {...{ field, errors }}>
          {(props) => {
            const value = values.get(field) ?? ''
            if (inputs[field].entry === 'text')
              return (
                <textarea {...props} required={inputs[field].isRequired} rows={7} value={value} autofocus={isFocused} />
              )
            return field === 'category' ? (
              <CategoryInput {...{ ...props, value, categories }} />
            ) : (
              <input {...props} value={value} />
            )
          }}
        </TermField>
      ))}
    </>
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
