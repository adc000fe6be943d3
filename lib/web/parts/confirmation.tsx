import type { ComponentChildren } from 'preact'

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
export function Confirmation({
  label,
  about,
  action,
  formId,
  children,
  verb,
  quick,
}: ConfirmationProps) {
  return (
    <details class="confirmation">
      <summary class="quiet">
        {label} <span class="visually-hidden">{about}</span>
      </summary>
      <form id={formId} method="post" action={action} hx-post={quick ? action : undefined}>
        {children}
        <button type="submit" class="button">
          {verb}
        </button>
      </form>
    </details>
  )
}
