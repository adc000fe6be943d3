import { isExplained } from '../../../lib/glossary/unexplained.ts'
import { isEditor } from '../../../lib/identity/actor.ts'
import { mayResolve } from '../../../lib/review/disputes.ts'
import { conflictsOf, mayDecide } from '../../../lib/review/proposals.ts'
import type { Decision } from '../../../lib/review/undo.ts'
import type { ReviewAction, ReviewItem, ReviewKind } from '../../../lib/schemas/review.ts'
import type { Reader } from '../../../lib/web/page.tsx'
import { openOf } from './read-queue.ts'

/** A decision about an item: its label, its key, and what the page says once it is made. */
export type Offer = {
  action: ReviewAction
  label: string
  key: string
  done: string
  /** how the page counts such decisions: of one, and of several */
  counted: [one: string, several: string]
}

/** The decisions about each kind of item, in the order of their buttons. */
export const offers: Record<ReviewKind, Offer[]> = {
  suggested: [
    { action: 'accept', label: 'Publish', key: 'a', done: 'Published', counted: ['published', 'published'] },
    { action: 'dismiss', label: 'Not a term', key: 'd', done: 'Dismissed', counted: ['not a term', 'not terms'] },
  ],
  disputed: [
    {
      action: 'uphold',
      label: 'Report was right',
      key: 'p',
      done: 'Report accepted:',
      counted: ['to be corrected', 'to be corrected'],
    },
    {
      action: 'dismiss',
      label: 'Report was wrong',
      key: 'd',
      done: 'Report rejected:',
      counted: ['report declined', 'reports declined'],
    },
  ],
  proposed: [
    {
      action: 'accept',
      label: 'Accept change',
      key: 'a',
      done: 'Change accepted:',
      counted: ['change accepted', 'changes accepted'],
    },
    {
      action: 'decline',
      label: 'Decline change',
      key: 'd',
      done: 'Change declined:',
      counted: ['change declined', 'changes declined'],
    },
  ],
  stale: [
    { action: 'confirm', label: 'Still right', key: 'c', done: 'Confirmed', counted: ['confirmed', 'confirmed'] },
  ],
  translation: [
    { action: 'current', label: 'Still right', key: 'c', done: 'Confirmed:', counted: ['confirmed', 'confirmed'] },
  ],
  ownerless: [
    { action: 'claim', label: 'Take ownership', key: 'c', done: 'You now own', counted: ['taken over', 'taken over'] },
  ],
  duplicate: [{ action: 'dismiss', label: 'Keep both', key: 'd', done: 'Kept both:', counted: ['kept', 'kept'] }],
  alias: [
    {
      action: 'add',
      label: 'Also called',
      key: 'a',
      done: 'Added as another name:',
      counted: ['name added', 'names added'],
    },
    {
      action: 'add_misspelling',
      label: 'Misspelling',
      key: 'm',
      done: 'Added as a misspelling:',
      counted: ['misspelling', 'misspellings'],
    },
    {
      action: 'add_discouraged',
      label: 'Say instead of',
      key: 'n',
      done: 'Added as a name not to use:',
      counted: ['name not to use', 'names not to use'],
    },
    { action: 'refuse', label: 'Not a name for it', key: 'd', done: 'Refused:', counted: ['refused', 'refused'] },
  ],
}

/**
 * The decision that a button for all selected items makes about those of a kind: its own, or else the one with the same
 * key, so that one press decides about items of several kinds.
 */
export function decisionFor<Pressed extends Decision>(pressed: Pressed, kind: ReviewKind): Pressed | ReviewAction {
  const isPressed = ({ action }: Offer) => action === pressed
  const [own, all] = [offers[kind], Object.values(offers).flat()]
  if (own.some(isPressed)) return pressed
  const { key } = all.find(isPressed) ?? {}
  return own.find((offer) => offer.key === key)?.action ?? pressed
}

/** The decisions that a person may make about an item now. */
export function offersFor(reader: Reader, item: ReviewItem): Offer[] {
  return offers[item.kind].filter(({ action }) => mayMake(reader, item, action))
}

function mayMake(reader: Reader, item: ReviewItem, action: ReviewAction) {
  const { kind, term, proposal, disputes } = item
  if (proposal) {
    const isFree = action !== 'accept' || Object.keys(conflictsOf(proposal, term)).length === 0
    return mayDecide(reader, term) && isFree
  }
  if (disputes) {
    const resolution = action === 'uphold' ? 'upheld' : 'dismissed'
    const about = { opened_by: '', owner_id: term.owner?.id ?? null }
    return openOf(disputes).length > 0 && mayResolve(reader, about, resolution)
  }
  if (kind === 'translation') return true
  if (kind === 'suggested' && action === 'accept' && !isExplained(term)) return false
  return isEditor(reader) || (['stale', 'alias'].includes(kind) && term.owner?.id === reader.id)
}
