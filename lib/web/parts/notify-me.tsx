import * as v from 'valibot'
import { ByName } from '../../schemas/wanted.ts'
import { Hidden } from './form.tsx'

export const ByNameOnPage = v.object({ ...ByName.entries, short: v.optional(v.literal('true')) })

type NotifyMeProps = {
  /** a name that no term has */
  name: string
  /** whether the reader has asked to be told about it */
  isAsked: boolean
  /** shows only the button */
  isShort?: boolean
}

/** Lets the reader ask to be told when a name has been added, or take that back; htmx replaces it in place. */
export function NotifyMe({ name, isAsked, isShort = false }: NotifyMeProps) {
  const action = isAsked ? '/wanted/withdraw' : '/wanted/notify'
  return (
    <form
      class="notify-me"
      method="post"
      action={action}
      hx-post={action}
      hx-target="this"
      hx-swap="outerHTML show:none"
    >
      <Hidden name={name} short={isShort || undefined} />
      <button
        type="submit"
        class={isAsked || isShort ? 'quiet' : 'button plain'}
        id={`notify-${encodeURIComponent(name)}`}
      >
        {isAsked ? 'Stop notifying me' : 'Notify me'} <span class="visually-hidden">about {name}</span>
      </button>
      {!isShort && (
        <p class="hint">
          {isAsked
            ? 'We will tell you in your inbox when someone adds it.'
            : 'You will be told when someone adds it. Nobody sees who asked.'}
        </p>
      )}
    </form>
  )
}
