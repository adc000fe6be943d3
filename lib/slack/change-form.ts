import * as v from 'valibot'
import { readTerm } from '../glossary/read.ts'
import { reviseTerm } from '../glossary/revise.ts'
import { toTexts } from '../glossary/texts.ts'
import { Problem } from '../problem.ts'
import { propose } from '../review/proposals.ts'
import { parse } from '../schemas/fields.ts'
import { type NewTerm, type Term, TermEdit } from '../schemas/term.ts'
import { uuid } from '../schemas/text.ts'
import { addedView, addView, type Entries, maxInputLength } from './add-form.ts'
import { ephemeral, type Message, section, termUrl, type View } from './blocks.ts'
import { escapeWithin, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { SlackError } from './slack-error.ts'

/** The callback ids of the form that changes a term, and of the one that proposes the change instead. */
export const changeForm = 'change_term'
export const proposeForm = 'propose_change'

/** The term that a form changes, and the version that it shows; Slack sends it back. */
const Target = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ id: uuid, version: TermEdit.entries.version }),
)

/** What Slack sends of a submitted form. */
type Submitted = { callback_id: string; private_metadata: string }
type Response = { message: Message; form: { response_action: 'update'; view: View } }

/**
 * Opens the form that changes a term.
 *
 * @param triggerId valid for three seconds
 * @returns a message if the term is too long for Slack, or if Slack does not open the form
 * @throws Problem `not_found`
 */
export async function openChangeForm(
  request: SlackRequest,
  triggerId: string,
  id: string,
): Promise<Message | null> {
  const term = await readTerm(request, id)
  const page = link(`${termUrl(request.settings.appUrl, id)}/edit`, 'Change it on the web')
  const entries = entriesOf(term)
  if (Object.values(entries).some((entry) => entry.length > maxInputLength)) {
    const text = 'This term is too long for a form in Slack.'
    return ephemeral(text, [section(`${text} ${page}.`)])
  }
  try {
    await request.slack.openView(triggerId, changeView(term, entries))
    return null
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    request.log.warn({ reason: error.code }, 'Slack did not open the form to change a term')
    const text = 'Slack did not open the form.'
    return ephemeral(text, [section(`${text} ${page}.`)])
  }
}

function entriesOf(term: Term): Entries {
  const texts = Object.entries(toTexts(term)).map(([field, text]) => [field, text ?? ''])
  return Object.fromEntries(texts) as Entries
}

const changeView = ({ id, version }: Pick<Term, 'id' | 'version'>, entries: Entries): View => ({
  ...addView(entries),
  callback_id: changeForm,
  private_metadata: JSON.stringify({ id, version }),
  title: { type: 'plain_text', text: 'Change a term' },
  submit: { type: 'plain_text', text: 'Save' },
})

/**
 * Saves the change of a submitted form. If the requester may not edit the term, the response shows the form again as a
 * proposal, with everything that was typed; submitting that one proposes the change.
 *
 * @throws Problem as `reviseTerm` and `propose` do, except `protected`
 */
export async function submitChange(
  request: SlackRequest,
  submitted: Submitted,
  entries: Entries,
  fields: NewTerm,
): Promise<Response> {
  const { id, version } = parse(Target, submitted.private_metadata)
  const { actor } = request.requester
  if (submitted.callback_id === proposeForm) {
    await propose(request, actor, id, { ...fields, version })
    return said(
      request,
      id,
      fields.name,
      'Proposed. The owner and the editors can decide about it now:',
    )
  }
  try {
    const term = await reviseTerm(request, actor, id, { ...fields, version }, null)
    const text = term.version === version ? 'You changed nothing:' : 'Saved:'
    return said(request, id, term.name, text)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'protected') throw error
    return offerProposal(request, { id, version }, entries)
  }
}

function offerProposal(
  { settings }: SlackRequest,
  target: Pick<Term, 'id' | 'version'>,
  entries: Entries,
): Response {
  const why =
    'Only the owner, editors and admins can edit this term. You can propose the change instead.'
  const view = changeView(target, entries)
  const page = link(`${termUrl(settings.appUrl, target.id)}/edit`, 'Propose it on the web')
  const typed = escapeWithin(Object.values(entries).filter(Boolean).join('\n'), 2500)
  return {
    message: ephemeral(why, [section(`${why} ${page}. You typed:`), section(typed)]),
    form: {
      response_action: 'update',
      view: {
        ...view,
        callback_id: proposeForm,
        title: { type: 'plain_text', text: 'Propose a change' },
        submit: { type: 'plain_text', text: 'Propose change' },
        blocks: [section(why), ...view.blocks],
      },
    },
  }
}

function said({ settings }: SlackRequest, id: string, name: string, text: string): Response {
  const message = ephemeral(`${text} ${escapeWithin(name, 300)}`, [
    section(`${text} ${link(termUrl(settings.appUrl, id), name)}`),
  ])
  const view = addedView(message.blocks)
  return {
    message,
    form: {
      response_action: 'update',
      view: { ...view, title: { type: 'plain_text', text: 'Change a term' } },
    },
  }
}
