import * as v from 'valibot'
import { type EditConflict, readEditConflict } from '../glossary/edit-conflict.ts'
import { readTerm } from '../glossary/read.ts'
import { type Texts, toContent, toTexts } from '../glossary/texts.ts'
import { Problem } from '../problem.ts'
import { propose } from '../review/proposals.ts'
import { saveEdit } from '../review/save-edit.ts'
import { textFields } from '../schemas/content.ts'
import { parse } from '../schemas/fields.ts'
import { type NewTerm, type Term, TermEdit } from '../schemas/term.ts'
import { uuid } from '../schemas/text.ts'
import { addedView, addView, type Entries, isTyped, labelOf, maxInputLength, openForm } from './add-form.ts'
import { ephemeral, type Message, section, termUrl, type View } from './blocks.ts'
import { escapeWithin, link, unescapeText } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'

/** The callback ids of the form that changes a term, and of the one that proposes the change instead. */
export const changeForm = 'change_term'
export const proposeForm = 'propose_change'

/** The term that a form changes, and the version that it shows; Slack sends it back. */
const Target = v.pipe(v.string(), v.parseJson(), v.object({ id: uuid, version: TermEdit.entries.version }))

type Submitted = { callback_id: string; private_metadata: string }
type Response = { message: Message; form: { response_action: 'update'; view: View } }

/**
 * Opens the form that changes a term.
 *
 * @param triggerId valid for three seconds
 * @returns a message if the term is too long for Slack, or if Slack does not open the form
 * @throws Problem `not_found`
 */
export async function openChangeForm(request: SlackRequest, id: string, triggerId: string): Promise<Message | null> {
  const term = await readTerm(request, id)
  const page = link(`${termUrl(request.settings.appUrl, id)}/edit`, 'Change it on the web')
  const entries = entriesOf(toTexts(term))
  if (isTooLong(entries)) {
    const text = 'This term is too long for a form in Slack.'
    return ephemeral(text, [section(`${text} ${page}.`)])
  }
  const text = 'Slack did not open the form.'
  const otherwise = ephemeral(text, [section(`${text} ${page}.`)])
  return openForm(request, triggerId, changeView(term, entries), otherwise)
}

function entriesOf(texts: Texts): Entries {
  const entries = textFields.map((field) => [field, (isTyped(field) && texts[field]) || ''])
  return Object.fromEntries(entries) as Entries
}

const isTooLong = (entries: Entries) => Object.values(entries).some((entry) => entry.length > maxInputLength)

type TermVersion = Pick<Term, 'id' | 'version'>

const changeView = ({ id, version }: TermVersion, entries: Entries, round?: number): View => ({
  ...addView(entries, round),
  callback_id: changeForm,
  private_metadata: JSON.stringify({ id, version }),
  title: { type: 'plain_text', text: 'Change a term' },
  submit: { type: 'plain_text', text: 'Save' },
})

/**
 * Saves the change of a submitted form. If the requester may not edit the term, the response shows the form again as a
 * proposal, with everything that was typed; submitting that one proposes the change. If someone else has changed the
 * texts, it shows the form again with both edits.
 *
 * @throws Problem as `saveEdit` and `propose` do, except `protected`
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
    return said(request, id, fields.name, 'Proposed. The owner and the editors can decide about it now:')
  }
  try {
    const { term, isChanged } = await saveEdit(request, actor, id, { ...fields, version })
    return said(request, id, term.name, isChanged ? 'Saved:' : 'You changed nothing:')
  } catch (error) {
    const code = error instanceof Problem && error.code
    if (code === 'protected') return offerProposal(request, { id, version }, entries)
    if (code === 'version_conflict') return showConflict(request, { id, version }, fields, entries)
    throw error
  }
}

function offerProposal({ settings }: SlackRequest, target: TermVersion, entries: Entries): Response {
  const why = 'Only the owner, editors and admins can edit this term. You can propose the change instead.'
  const view = changeView(target, entries)
  const page = link(`${termUrl(settings.appUrl, target.id)}/edit`, 'Propose it on the web')
  return {
    message: notSaved(why, page, entries),
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

/** @throws Problem `version_conflict`, with other words, if both edits together are too long for a form in Slack */
async function showConflict(
  request: SlackRequest,
  { id, version }: TermVersion,
  fields: NewTerm,
  entries: Entries,
): Promise<Response> {
  const term = await readTerm(request, id)
  const mine = toTexts(toContent({ in_texts: term.in_texts, links: term.links, ...fields }))
  const conflict = await readEditConflict(request, term, version, mine)
  const who = conflict.otherEdit?.actor?.display_name ?? 'Someone else'
  const why = `${escapeWithin(who, 300)} changed this term while you were writing. Nothing is saved yet.`
  const url = `${termUrl(request.settings.appUrl, id)}/edit`
  const combined = entriesOf(conflict.combined)
  if (isTooLong(combined)) {
    const detail = `${unescapeText(why)} Their text is too long for Slack. Change the term on the web: ${url}`
    throw new Problem('version_conflict', { detail })
  }
  const view = changeView(term, combined, term.version)
  return {
    message: notSaved(why, link(url, 'Change it on the web'), entries),
    form: {
      response_action: 'update',
      view: { ...view, blocks: [section(why), ...theirTexts(conflict), ...view.blocks] },
    },
  }
}

/** What the other edit says: the form has its texts where only it changed something. */
function theirTexts({ theirs, conflicts, theirFields }: EditConflict) {
  const texts = conflicts.map((field) =>
    section(`*${labelOf(field)}* is now:\n${escapeWithin(theirs[field] || '(empty)', 2500)}`),
  )
  const names = theirFields.map((field) => labelOf(field))
  const theirOwn = `The form has their texts for what you did not change: ${names.join(', ')}.`
  return [
    ...texts,
    ...(names.length > 0 ? [section(theirOwn)] : []),
    section(
      conflicts.length > 0
        ? 'Your own text is in the form. If you save it, it replaces theirs.'
        : 'The two changes do not overlap. Check the form, then save it again.',
    ),
  ]
}

/** Says, once the form is closed, why a change is not saved, where to make it, and what was typed. */
function notSaved(why: string, page: string, entries: Entries): Message {
  const typed = escapeWithin(Object.values(entries).filter(Boolean).join('\n'), 2500)
  return ephemeral(why, [section(`${why} ${page}. You typed:`), section(typed)])
}

function said({ settings }: SlackRequest, id: string, name: string, text: string): Response {
  const message = ephemeral(`${text} ${escapeWithin(name, 300)}`, [
    section(`${text} ${link(termUrl(settings.appUrl, id), name)}`),
  ])
  const view = addedView(message.blocks)
  return {
    message,
    form: { response_action: 'update', view: { ...view, title: { type: 'plain_text', text: 'Change a term' } } },
  }
}
