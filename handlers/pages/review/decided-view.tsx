import type { Decision } from '../../../lib/review/undo.ts'
import type { ReviewKind } from '../../../lib/schemas/review.ts'
import { Hidden } from '../../../lib/web/parts/form.tsx'
import { decisionFor, offers } from './action-words.ts'
import type { Decided } from './decision-form.ts'
import { elementId, writeKey } from './read-queue.ts'

type DecidedProps = {
  decided: Decided
  action: Decision
  /** the ID of the form that undoes what was decided together */
  undoAllId?: string
}

/** What became of an item, in its place in the list, with the button that undoes the decision. */
export function DecidedItem({ decided, action: pressed, undoAllId }: DecidedProps) {
  const action = decisionFor(pressed, decided.kind)
  const { ids, name, outcome, unsaved } = decided
  const key = writeKey(decided)
  return (
    <li
      class="record decided"
      id={elementId(decided)}
      tabindex={-1}
      data-outcome={outcome}
      data-counted={countedAs(decided, action).join('|')}
    >
      <p>{describeDecision(decided, action)}</p>
      {unsaved && (
        <p>
          Your text was not saved: <q dir="auto">{unsaved}</q> <a href={`/terms/${ids[0]}`}>Open the term</a>
        </p>
      )}
      {outcome === 'done' && (
        <form method="post" action="/review/undo" hx-post="/review/undo" hx-target="closest li" hx-swap="outerHTML">
          <Hidden action={action} item={key} in_place />
          {undoAllId && <input type="hidden" name="item" value={key} form={undoAllId} />}
          <button type="submit" class="quiet" data-undoes aria-keyshortcuts="u">
            Undo <span class="visually-hidden">{name}</span>
          </button>
        </form>
      )}
    </li>
  )
}

/** Says in a sentence what became of an item. */
export function describeDecision({ kind, name, outcome, detail }: Decided, action: Decision): string {
  if (outcome !== 'done') return `${name}: ${detail}`
  const done = action === 'correct' ? 'Corrected' : offerOf(kind, action)?.done
  return `${done ?? 'Done:'} ${name}.`
}

/** Who defines a suggestion publishes it. */
const offerOf = (kind: ReviewKind, action: Decision) =>
  offers[kind].find((each) => each.action === (action === 'define' ? 'accept' : action))

/** How the page counts a decision: "9 not terms". */
const countedAs = ({ kind }: Decided, action: Decision): [one: string, several: string] =>
  offerOf(kind, action)?.counted ?? ['corrected', 'corrected']
