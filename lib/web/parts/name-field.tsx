import type { Problem } from '../../problem.ts'
import { Field } from './form.tsx'

type NameFieldProps = { hint: string; typed: URLSearchParams; problem: Problem | undefined }

/** The name of a credential that is being created. */
export function NameField({ hint, typed, problem }: NameFieldProps) {
  return (
    <Field name="name" label="Name" hint={hint} errors={problem?.members.errors}>
      {(props) => (
        <input
          {...props}
          required
          maxlength={100}
          autocomplete="off"
          value={typed.get('name') ?? ''}
        />
      )}
    </Field>
  )
}
