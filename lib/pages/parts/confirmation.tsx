import type { ComponentChildren } from 'preact'

type ConfirmationProps = {
  /** what opens the question, and what it is about for who cannot see that */
  label: string
  about: string
  action: string
  /** what will happen, and the fields that the form needs besides */
  children: ComponentChildren
  /** what does it */
  verb: string
  /** whether htmx posts it */
  quick?: boolean
}

/** Asks before something is done that hurts, with or without a script. */
export function Confirmation({ label, about, action, children, verb, quick }: ConfirmationProps) {
  return (
    <details class="confirmation">
      <summary class="quiet">
        {label} <span class="unseen">{about}</span>
      </summary>
      <form method="post" action={action} hx-post={quick ? action : undefined}>
        {children}
        <button type="submit" class="button">
          {verb}
        </button>
      </form>
    </details>
  )
}
