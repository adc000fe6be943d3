import * as v from 'valibot'
import { readTerm } from '../glossary/read.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import { checkResolution, resolveDispute } from '../review/disputes.ts'
import { declineProposal, readToDecide } from '../review/proposals.ts'
import { parse } from '../schemas/fields.ts'
import { note } from '../schemas/term.ts'
import { uuid } from '../schemas/text.ts'
import { addedView, openForm, readState } from './add-form.ts'
import { actions, ephemeral, type Message, type View } from './blocks.ts'
import { about } from './deciding.ts'
import { escapeText, unescapeText } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { refusalMessage } from './run-command.ts'

/** What a form declines: a proposal, or a report. Whoever made it receives the reason. */
type Declined = {
  title: string
  /** @throws Problem if a person may not decline it, or somebody has decided about it */
  check: (request: SlackRequest, actor: Actor, id: string) => Promise<unknown>
  decline: (request: SlackRequest, actor: Actor, id: string, note: string) => Promise<HasTerm>
  said: string
}
type HasTerm = { term_id: string }

/** By the callback id of the form, which is that of the button. */
const declined: Record<string, Declined> = {
  [actions.decline]: {
    title: 'Decline the change',
    check: readToDecide,
    decline: declineProposal,
    said: 'Declined. TERM stays as it is.',
  },
  [actions.dismiss]: {
    title: 'The report was wrong',
    check: (request, actor, id) => checkResolution(request, actor, id, 'dismissed'),
    decline: (request, actor, id, note) => resolveDispute(request, actor, id, { resolution: 'dismissed', note }),
    said: 'Report declined. The votes of TERM are back.',
  },
}

/** The block at which the bot shows errors of any form. */
const errorsAt = 'name'

export const declineForms: readonly string[] = Object.keys(declined)

/**
 * A button that asks why. It opens the form that declines what the button is about.
 *
 * @param form one of `declineForms`
 */
export const openDeclineForm =
  (form: string) =>
  async (request: SlackRequest, id: string, triggerId: string): Promise<Message | null> => {
    const { title, check } = formOf(form)
    await check(request, request.requester.actor, id)
    const view: View = {
      ...addedView(),
      callback_id: form,
      private_metadata: id,
      title: { type: 'plain_text', text: title },
      submit: { type: 'plain_text', text: 'Decline' },
      close: { type: 'plain_text', text: 'Cancel' },
      blocks: [
        {
          type: 'input',
          block_id: errorsAt,
          label: { type: 'plain_text', text: 'Why' },
          hint: { type: 'plain_text', text: 'Whoever wrote it receives the reason.' },
          element: { type: 'plain_text_input', action_id: 'note', max_length: 500 },
        },
      ],
    }
    return openForm(request, triggerId, view, ephemeral('Slack did not open the form. Try again.'))
  }

type Submitted = { callback_id: string; private_metadata: string; state: { values: unknown } }

/** What Slack keeps of a form, and the reason. */
const Filled = v.object({ id: uuid, note })

/** Declines what a submitted form is about. A refusal is shown at the field. */
export async function submitDecline(request: SlackRequest, view: Submitted) {
  const { title, decline, said } = formOf(view.callback_id)
  const typed = readState(view.state.values)[errorsAt]?.note?.value ?? ''
  try {
    const { id, note } = parse(Filled, { id: view.private_metadata, note: typed })
    const { term_id } = await decline(request, request.requester.actor, id, note)
    const message = about(request, await readTerm(request, term_id), said)
    const shown: View = { ...addedView(message.blocks), title: { type: 'plain_text', text: title } }
    return { message, form: { response_action: 'update', view: shown } } as const
  } catch (error) {
    const { text } = refusalMessage(error)
    const form = { response_action: 'errors', errors: { [errorsAt]: unescapeText(text) } } as const
    return { message: ephemeral(`${text} You typed:\n${escapeText(typed)}`), form }
  }
}

/** @throws Problem `not_found` if it is a form of another version */
function formOf(callbackId: string): Declined {
  const form = declined[callbackId]
  if (!form) throw new Problem('not_found')
  return form
}
