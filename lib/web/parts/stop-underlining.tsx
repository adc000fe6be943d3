import type { Term } from '../../schemas/term.ts'
import { Hidden, Submit } from './form.tsx'

export const stopUnderliningLabel = 'Stop underlining it for everyone…'
/** The part of a term's page that asks; the card of the embed leads to it. */
export const stopUnderliningId = 'never-mark'

const pathOf = (id: string) => `/terms/${id}/never-mark`
const formId = 'never-mark-form'

/** Says what it means to underline a term in no text any more, with the button that does it. */
export function StopUnderlining({ term: { id, name }, quick }: { term: Pick<Term, 'id' | 'name'>; quick?: boolean }) {
  const path = pathOf(id)
  return (
    <form class="stack" method="post" action={path} hx-post={quick ? path : undefined}>
      <p>
        Then no text underlines <b dir="auto">{name}</b> any more, for anyone: not in definitions, not in texts that
        people have explained, and not on other websites. Lookups still find it.
      </p>
      <Hidden confirmed />
      <Submit>Stop underlining it</Submit>
    </form>
  )
}

/** The form of the buttons within a text, which stays open in its tab. */
export const StopUnderliningForm = () => <form id={formId} method="post" target="_blank" />

/** The button beside a mark, where a form cannot stand. It leads to the question. */
export const StopUnderliningInText = ({ id }: { id: string }) => (
  <button type="submit" class="quiet" form={formId} formaction={pathOf(id)}>
    {stopUnderliningLabel}
  </button>
)
