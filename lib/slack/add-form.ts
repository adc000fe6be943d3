import type { InputBlock } from '@slack/types'
import * as v from 'valibot'
import { splitNames } from '../glossary/alias-lists.ts'
import { fieldNames } from '../glossary/texts.ts'
import { aliasListNames, aliasLists, inputs, plainFields, type TextField, textFields } from '../schemas/content.ts'
import { NewTerm } from '../schemas/term.ts'
import { ephemeral, type Message, type View } from './blocks.ts'
import { cut } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { SlackError } from './slack-error.ts'

/** The callback ids of the form, and of the form that adds another meaning of a known name. */
export const addForm = 'add_term'
export const addMeaningForm = 'add_meaning'

export type Entries = Record<TextField, string>

/** Slack's limit for the text in one field. */
export const maxInputLength = 3000

/** What the form says of fields in other words than pages, which say more. */
const wording: Partial<Record<TextField, { label?: string; hint: string }>> = {
  name: { label: 'Term', hint: '' },
  full_name: { hint: 'What the letters stand for' },
  definition: { hint: '' },
  category: { hint: 'A team or field, if the name needs one' },
  aliases: { hint: 'Separate names with semicolons.' },
  misspellings: { hint: 'They find the term, but are never shown as its names.' },
  discouraged: { hint: 'Names that people should not use. The glossary tells them to say the term instead.' },
}

/** What the form calls a field: mostly as pages do. */
export const labelOf = (field: TextField): string => wording[field]?.label ?? fieldNames[field]

/** What is chosen from a few values, and links, are written on the web: a change here leaves them as they are. */
export const isTyped = (field: TextField): boolean => !['choice', 'links'].includes(inputs[field].entry)
const typedFields = textFields.filter(isTyped)

/**
 * The form that adds a term.
 *
 * @param entries the initial texts of its fields
 * @param round replaces what was typed into an earlier form, if it differs from that of the earlier one: Slack keeps it
 *   in a field with the same ID
 */
export function addView(entries: Partial<Entries> = {}, round?: number): View {
  return {
    type: 'modal',
    callback_id: addForm,
    title: { type: 'plain_text', text: 'Add a term' },
    submit: { type: 'plain_text', text: 'Add' },
    close: { type: 'plain_text', text: 'Cancel' },
    blocks: typedFields.map((field) => input(field, round, entries[field])),
  }
}

function input(field: TextField, round: number | undefined, value = ''): InputBlock {
  const { isRequired, entry, maxLength: longest = maxInputLength } = inputs[field]
  const hint = wording[field]?.hint ?? inputs[field].hint
  const maxLength = Math.min(longest, maxInputLength)
  return {
    type: 'input',
    block_id: round === undefined ? field : `${field}.${round}`,
    label: { type: 'plain_text', text: labelOf(field) },
    optional: !isRequired,
    ...(hint && { hint: { type: 'plain_text', text: hint } }),
    element: {
      type: 'plain_text_input',
      action_id: field,
      max_length: maxLength,
      multiline: entry === 'text',
      ...(value && { initial_value: cut(value, maxLength) }),
    },
  }
}

/**
 * The form that replaces the first one if the name has other meanings: submitting it adds the term.
 *
 * @param existing shows the other meanings
 */
export function addMeaningView(existing: View['blocks'], entries: Entries): View {
  const view = addView(entries)
  return {
    ...view,
    callback_id: addMeaningForm,
    title: { type: 'plain_text', text: 'Is yours another one?' },
    submit: { type: 'plain_text', text: 'Add as another meaning' },
    blocks: [...existing, ...view.blocks],
  }
}

/** Replaces the form once the term is added. It omits the buttons, which need a channel. */
export const addedView = (blocks: View['blocks'] = []): View => ({
  type: 'modal',
  title: { type: 'plain_text', text: 'Added' },
  close: { type: 'plain_text', text: 'Close' },
  blocks: blocks.filter(({ type }) => type !== 'actions'),
})

/** Opens a form. Returns the message `otherwise` if Slack does not. */
export async function openForm(
  { slack, log }: SlackRequest,
  triggerId: string,
  view: View,
  otherwise: Message,
): Promise<Message | null> {
  try {
    await slack.openView(triggerId, view)
    return null
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    log.warn({ reason: error.code, form: view.callback_id }, 'Slack did not open a form')
    return otherwise
  }
}

/**
 * Opens the form that adds a term.
 *
 * @param triggerId valid for three seconds
 * @returns a message if Slack does not open the form
 */
export const openAddForm = (request: SlackRequest, name: string, triggerId: string) =>
  openForm(
    request,
    triggerId,
    addView({ name }),
    ephemeral('Slack did not open the form. Try again, or type `add NAME (Full Name) -- definition`'),
  )

/** The fields of the form in Slack's format: by the ID of their blocks, then by their own. */
const State = v.record(v.string(), v.record(v.string(), v.looseObject({ value: v.nullish(v.string(), '') })))

/** The fields of a submitted form; none if Slack sends something else. */
export function readState(values: unknown) {
  const state = v.safeParse(State, values)
  return state.success ? state.output : {}
}

/** @param values `view.state.values` of a submission */
export function readEntries(values: unknown): Entries {
  const typed = Object.assign({}, ...Object.values(readState(values)))
  const entries = textFields.map((field) => [field, typed[field]?.selected_option?.value || typed[field]?.value || ''])
  return Object.fromEntries(entries) as Entries
}

/** The errors of fields, by the IDs of the blocks in `view.state.values`, as Slack wants them. */
export function toBlockErrors(errors: Partial<Entries>, values: unknown): Record<string, string> {
  const blocks = Object.keys(readState(values))
  const blockOf = (field: string) => blocks.find((id) => id.split('.')[0] === field) ?? field
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [blockOf(field), error]))
}

/** The database refuses this as well, but then the whole delivery has failed. */
const ownName = 'This must not contain the term itself.'

/** Validates the texts of the form: returns the new term, or an error message for each invalid field. */
export function readNewTerm(entries: Entries): { term: NewTerm } | { errors: Partial<Entries> } {
  const listed = aliasListNames.flatMap((field) => splitNames(entries[field]).map((name) => ({ field, name })))
  const texts = plainFields
    .filter(isTyped)
    .map((field) => [field, inputs[field].isRequired ? entries[field] : entries[field].trim() || null])
  const result = v.safeParse(NewTerm, {
    ...Object.fromEntries(texts),
    aliases: listed.map(({ field, name }) => ({ name, kind: aliasLists[field].kind })),
  })
  if (result.success) {
    const { name, aliases = [] } = result.output
    const own = aliases.find((alias) => alias.name.toLowerCase() === name.toLowerCase())
    const field = aliasListNames.find((each) => aliasLists[each].kind === own?.kind)
    return field ? { errors: { [field]: ownName } } : { term: result.output }
  }
  const errors: Partial<Entries> = {}
  for (const issue of result.issues) {
    const [member, item] = v.getDotPath(issue)?.split('.') ?? []
    const field = item ? listed[Number(item)]?.field : textFields.find((each) => each === member)
    if (field) errors[field] ??= `${item ? 'Each name' : 'This'} ${issue.message}.`
  }
  return { errors }
}
