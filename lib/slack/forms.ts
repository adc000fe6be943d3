import { addTerm, askToAddMeaning, existingMeanings, findOtherMeanings } from './add.ts'
import {
  addedView,
  addForm,
  addMeaningForm,
  addMeaningView,
  type Entries,
  readEntries,
  readNewTerm,
  toBlockErrors,
} from './add-form.ts'
import { ephemeral, type Message, type View } from './blocks.ts'
import { changeForm, proposeForm, submitChange } from './change-form.ts'
import { declineForms, submitDecline } from './decline-form.ts'
import { escapeText, unescapeText } from './mrkdwn.ts'
import type { InteractionPayload } from './parse-request.ts'
import type { SlackRequest } from './requester.ts'
import { refusalMessage } from './run-command.ts'

/** The response to a submitted form (Slack, "Responding to view submissions"). */
export type FormResponse =
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'update'; view: View }

type Submitted = Extract<InteractionPayload, { type: 'view_submission' }>['view']

/** What a submitted form says, in the form itself, or in a message if it was closed. */
type Submission = { message: Message; form: FormResponse }

/** Carries out what a submitted form says. Returns null for a form of an earlier version. */
export async function submit(request: SlackRequest, view: Submitted): Promise<Submission | null> {
  if (declineForms.includes(view.callback_id)) return submitDecline(request, view)
  const isChange = view.callback_id === changeForm || view.callback_id === proposeForm
  if (!isChange && view.callback_id !== addForm && view.callback_id !== addMeaningForm) return null
  const { values } = view.state
  const entries = readEntries(values)
  const result = readNewTerm(entries)
  if ('errors' in result) return withErrors(result.errors, entries, values)
  const { term } = result
  try {
    if (isChange) return await submitChange(request, view, entries, term)
    const isConfirmed = view.callback_id === addMeaningForm
    const others = isConfirmed ? null : await findOtherMeanings(request, term)
    if (others && others.terms.length > 0) {
      const form = addMeaningView(existingMeanings(request.settings, others), entries)
      const message = askToAddMeaning(request.settings, term, others)
      return { message, form: { response_action: 'update', view: form } }
    }
    const message = await addTerm(request, term)
    return { message, form: { response_action: 'update', view: addedView(message.blocks) } }
  } catch (error) {
    const { text } = refusalMessage(error)
    return withErrors({ name: unescapeText(text) }, entries, values)
  }
}

/** Shows each error at its field. The message, for a form that was closed, repeats what was typed. */
function withErrors(errors: Partial<Entries>, entries: Entries, values: unknown): Submission {
  const typed = Object.values(entries).filter(Boolean).join('\n')
  const text = `${escapeText(Object.values(errors).join(' '))} You typed:\n${escapeText(typed)}`
  const form = { response_action: 'errors', errors: toBlockErrors(errors, values) } as const
  return { message: ephemeral(text), form }
}
