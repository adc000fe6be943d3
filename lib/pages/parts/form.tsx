import type { ComponentChildren } from 'preact'
import * as v from 'valibot'
import { type Fault, Problem } from '../../problem.ts'

/**
 * Does what a form asks for. What its sender can mend (409, 422) comes back as `problem`, for the page to
 * show the form again with it; all else is thrown on.
 */
export async function attempt<Result>(
  work: () => Promise<Result>,
): Promise<
  | { result: Result; problem?: undefined }
  | { result?: undefined; problem: Problem & { status: 409 | 422 } }
> {
  try {
    return { result: await work() }
  } catch (error) {
    if (isMendable(error)) return { problem: error }
    throw error
  }
}

const isMendable = (error: unknown): error is Problem & { status: 409 | 422 } =>
  error instanceof Problem && (error.status === 409 || error.status === 422)

/** The schema of a text that is one line, for a text area: its line breaks become spaces. */
export const inOneLine = <Line extends v.GenericSchema<string>>(line: Line) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s*\n\s*/g, ' ')),
    line,
  )

/** What a control needs to belong to its field. */
type ControlProps = {
  id: string
  name: string
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

type FieldProps = {
  name: string
  label: string
  /** what to write there, or how it will be used */
  hint?: string
  /** what is wrong with the form; a field shows what is wrong with itself */
  errors?: readonly Fault[]
  /** the control: an input, a text area, a choice */
  children: (props: ControlProps) => ComponentChildren
}

/** A field of a form: a label, a control, a hint, and what is wrong with what was typed. */
export function Field({ name, label, hint, errors = [], children }: FieldProps) {
  const fault = errors.find(({ path }) => path === name)
  const [hintId, faultId] = [hint && `${name}-hint`, fault && `${name}-fault`]
  const described = [hintId, faultId].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {children({
        ...{ id: name, name },
        ...(described && { 'aria-describedby': described }),
        ...(fault && { 'aria-invalid': 'true' }),
      })}
      {hint && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="fault" id={faultId}>
          {label} {fault.message}
        </p>
      )}
    </div>
  )
}

/** Says above a form why it is shown again. */
export function Refusal({ problem }: { problem: Problem }) {
  const isInFields = problem.code === 'validation_failed'
  return (
    <p class="notice" role="alert">
      {isInFields ? 'Nothing is saved yet: see what is marked below.' : problem.message}
    </p>
  )
}
