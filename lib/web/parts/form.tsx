import { type ComponentChildren, isValidElement, type VNode } from 'preact'
import * as v from 'valibot'
import { fieldNames } from '../../glossary/texts.ts'
import { type Fault, Problem } from '../../problem.ts'
import { formatNumber } from './numbers.ts'

/**
 * Runs the action of a form. Returns problems that the reader can correct (409, 422), so that the page can show
 * the form again.
 *
 * @throws all other errors
 */
export async function attempt<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; problem?: undefined } | { result?: undefined; problem: Correctable }> {
  try {
    return { result: await work() }
  } catch (error) {
    if (isCorrectable(error)) return { problem: error }
    throw error
  }
}

/** A problem after which a page shows its form again. */
export type Correctable = Problem & { status: 409 | 422 }

const isCorrectable = (error: unknown): error is Correctable =>
  error instanceof Problem && (error.status === 409 || error.status === 422)

const joinLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

/** Schema of a single line that is typed into a text area: line breaks become spaces. */
export const inOneLine = <Line extends v.GenericSchema<string>>(line: Line) =>
  v.pipe(v.string(), v.transform(joinLines), line)

export type ControlProps = {
  id: string
  name: string
  dir: 'auto'
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

export type FieldProps = {
  name: string
  /** the ID of the control, if the page has several forms with this field */
  id?: string
  label: string
  hint?: string
  /** the errors of the form; the field shows its own */
  errors?: readonly Fault[]
  children: (props: ControlProps) => ComponentChildren
}

/** The control of a field that has one of a few values. */
export const Choices = ({
  choices,
  value,
  ...props
}: ControlProps & { choices: Record<string, string>; value: string; 'aria-label'?: string }) => (
  <select {...props}>
    {Object.entries(choices).map(([choice, text]) => (
      <option key={choice} value={choice} selected={choice === value}>
        {text}
      </option>
    ))}
  </select>
)

export function Field({ name, id = name, label, hint, errors = [], children }: FieldProps) {
  const fault = errors.find(({ path }) => path === name || path.startsWith(`${name}.`))
  const [hintId, faultId] = [hint && `${id}-hint`, fault && `${id}-fault`]
  const described = [hintId, faultId].filter(Boolean).join(' ')
  const control = children({
    id,
    name,
    dir: 'auto',
    ...(described && { 'aria-describedby': described }),
    ...(fault && { 'aria-invalid': 'true' }),
  })
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control}
      {hint && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="fault" id={faultId}>
          {adviseOn(fault, typedIn(control))}
        </p>
      )}
    </div>
  )
}

/** What a control holds, if it is an element with a value. */
function typedIn(control: ComponentChildren): string | undefined {
  if (!isValidElement(control) || !('value' in control.props)) return undefined
  return typeof control.props.value === 'string' ? control.props.value : undefined
}

/**
 * First in a form with several equal actions: Enter in a field or a check box presses the first button, and this one
 * does nothing.
 */
export const NoDefaultAction = () => <button type="submit" formmethod="dialog" hidden />

type RefusalProps = {
  problem: Problem
  /** what the form held */
  values?: URLSearchParams | undefined
  /** begins the IDs of the fields, if the page has several forms */
  prefix?: string
}

/**
 * Explains above a form why it was rejected, with what each field says and a link to it. It gets the focus, with and
 * without htmx (assets/app.js).
 */
export function Refusal({ problem, values, prefix = '' }: RefusalProps) {
  const { detail, errors = [] } = problem.members
  const isInFields = problem.code === 'validation_failed' && detail === undefined
  return (
    <div class="notice" autofocus role="alert" tabindex={-1}>
      {isInFields ? 'Check the highlighted fields.' : problem.message}
      {isInFields && (
        <ul>
          {errors.map((fault) => (
            <li key={fault.path}>
              <a href={`#${prefix}${fieldOf(fault)}`}>{adviseOn(fault, values?.get(fieldOf(fault)) ?? undefined)}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const fieldOf = ({ path }: Fault) => path.split('.')[0] ?? ''

const tooLong = /^must be (?:1 to|at most) ([\d,]+) characters long$/
const noUrl = /^must be a URL like ([^\s,]+)/

/** What fields are called that are not called as they are sent. */
const nouns: Record<string, string> = {
  ...Object.fromEntries(Object.entries(fieldNames).map(([field, name]) => [field, name.toLowerCase()])),
  note: 'text',
  url: 'URL',
}

/**
 * Says what to do about a fault, in the same words at the field and above the form. The API says what a field must be,
 * which needs the name of the field before it.
 *
 * @param typed what the field held, if that is known
 */
function adviseOn(fault: Fault, typed = ''): string {
  const { path, message } = fault
  // A sentence says it already.
  if (/^[\p{Lu}“]/u.test(message)) return message
  const field = fieldOf(fault)
  const noun = nouns[field] ?? field.replaceAll('_', ' ')
  const isEntry = path !== field
  const [, most] = tooLong.exec(message) ?? []
  if (message === 'is required' || (most && !isEntry && typed && !typed.trim())) return `Enter ${withArticle(noun)}`
  if (most && isEntry) return `Use at most ${most} characters for each of the ${noun}`
  if (most) return `Shorten the ${noun} to ${formatNumber(Number(most.replace(',', '')))} characters${countOf(typed)}`
  const [, example] = noUrl.exec(message) ?? []
  if (example !== undefined) return `Enter a full URL, such as ${example}`
  const [first = ''] = noun
  return `${first.toUpperCase()}${noun.slice(1)}${isEntry ? ': each entry' : ''} ${message}`
}

const countOf = (typed: string) => (typed.trim() ? ` (now ${formatNumber([...typed.trim()].length)})` : '')

const withArticle = (noun: string) => (noun.endsWith('s') ? noun : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`)

/** A form of the page that was refused: the path that it was sent to, what it held, and why. */
export type RefusedForm = { path: string; values: URLSearchParams; problem: Problem }

/**
 * What a form of the page that is folded away shows: if it was refused, it is open with its errors and what it held.
 */
export function shownAgain(refused: RefusedForm | undefined, path: string) {
  const own = refused?.path === path ? refused : undefined
  return {
    isOpen: own !== undefined,
    errors: own?.problem.members.errors,
    value: (name: string) => own?.values.get(name) ?? '',
  }
}

/** The button that sends a form: its main action, or with `plain` another one. */
export const Submit = ({ plain = false, children }: { plain?: boolean; children: ComponentChildren }) => (
  <button type="submit" class={plain ? 'button plain' : 'button'}>
    {children}
  </button>
)

/** Fields that a form sends without showing them; those that are undefined or empty are left out. */
export const Hidden = (fields: Record<string, string | number | boolean | undefined>): VNode[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [<input key={name} type="hidden" name={name} value={String(value)} />],
  )

type ActionButtonProps = {
  action: string
  fields?: ComponentChildren
  look?: 'plain' | 'quiet'
  /** what it is about, for screen readers */
  about?: string
  id?: string
  /** whether htmx submits the form */
  quick?: boolean
  children: ComponentChildren
}

export function ActionButton({ action, fields, about, quick, children, ...rest }: ActionButtonProps) {
  return (
    <form method="post" action={action} hx-post={quick ? action : undefined}>
      {fields}
      <button type="submit" class={rest.look === 'quiet' ? 'quiet' : 'button plain'} id={rest.id}>
        {children}
        {about && (
          <>
            {' '}
            <span class="visually-hidden">{about}</span>
          </>
        )}
      </button>
    </form>
  )
}

type ConfirmationProps = {
  /** label of the control that opens the question */
  label: string
  /** what the action affects, for screen readers */
  about: string
  action: string
  /** the ID of the form, if a button elsewhere is its answer, too */
  formId?: string
  /** the consequences, and further fields of the form */
  children: ComponentChildren
  /** label of the button that submits the form */
  verb: string
  /** whether htmx submits the form */
  quick?: boolean
}

/** Asks for confirmation before a destructive action; works without JavaScript. */
export function Confirmation({ label, about, action, formId, children, verb, quick }: ConfirmationProps) {
  return (
    <details class="confirmation">
      <summary class="quiet">
        {label} <span class="visually-hidden">{about}</span>
      </summary>
      <form id={formId} method="post" action={action} hx-post={quick ? action : undefined}>
        {children}
        <Submit>{verb}</Submit>
      </form>
    </details>
  )
}
