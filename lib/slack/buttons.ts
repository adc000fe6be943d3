import { claimTerm, confirmTerm, disownTerm } from '../glossary/ownership.ts'
import type { Actor } from '../identity/actor.ts'
import { uuid } from '../schemas/text.ts'
import { addMeaning } from './add.ts'
import { openAddForm } from './add-form.ts'
import { actions, ephemeral, type Message } from './blocks.ts'
import { openChangeForm } from './change-form.ts'
import { acceptProposed, upholdReport } from './deciding.ts'
import { openDeclineForm } from './decline-form.ts'
import { ask, define, share } from './lookups.ts'
import { type InteractionPayload, readValue } from './parse-request.ts'
import type { SlackRequest } from './requester.ts'
import { disputeChosen, voteFor } from './voting.ts'

/**
 * What a button does.
 *
 * @param value that of the button
 * @param triggerId opens a form, for three seconds
 */
type Act = (request: SlackRequest, value: string, triggerId: string) => Promise<Message | null>

const withId =
  (act: Act): Act =>
  (request, value, triggerId) =>
    act(request, readValue(uuid, value), triggerId)

/** A button that changes a term whose ID is its value. */
const changing = (change: (ctx: SlackRequest, actor: Actor, id: string) => Promise<unknown>, said: string) =>
  withId(async (request, id) => {
    await change(request, request.requester.actor, id)
    return ephemeral(said)
  })

/** Whoever takes over a term confirms it, unless it is known to be wrong. */
async function claim(request: SlackRequest, id: string) {
  const { needs_correction } = await claimTerm(request, request.requester.actor, id)
  const and = needs_correction ? '. Its text is known to be wrong: please correct it.' : ', and it is confirmed.'
  return ephemeral(`Thank you. You now own this term${and}`)
}

const acts = new Map<string, Act>([
  [actions.share, withId(share)],
  [actions.define, define],
  [actions.vote, withId(voteFor)],
  [actions.dispute, disputeChosen],
  [actions.change, withId(openChangeForm)],
  [actions.confirm, changing(confirmTerm, 'Thank you. The term is confirmed.')],
  [actions.disown, changing(disownTerm, 'You no longer own this term. The editors will be asked to review it.')],
  [actions.claim, withId(claim)],
  [actions.accept, withId(acceptProposed)],
  [actions.decline, withId(openDeclineForm(actions.decline))],
  [actions.uphold, withId(upholdReport)],
  [actions.dismiss, withId(openDeclineForm(actions.dismiss))],
  [actions.add, openAddForm],
  [actions.ask, ask],
  [actions.addMeaning, addMeaning],
])

/** Does what the pressed button says. Returns null if that needs no answer. */
export async function pressButton(
  request: SlackRequest,
  { actions: [pressed], trigger_id }: Extract<InteractionPayload, { type: 'block_actions' }>,
): Promise<Message | null> {
  const { action_id, value } = pressed
  const act = acts.get(action_id.split('.')[0] ?? '')
  return act ? act(request, value, trigger_id) : null
}
