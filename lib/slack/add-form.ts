import type { InputBlock } from '@slack/types'
import * as v from 'valibot'
import { NewTerm } from '../schemas/term.ts'
import type { View } from './blocks.ts'
import { cut } from './mrkdwn.ts'

/** The id under which the form comes back. */
export const addForm = 'add_term'

const fields = ['name', 'full_name', 'definition', 'category'] as const
type Field = (typeof fields)[number]
/** What stands in the fields of the form. */
export type Entries = Record<Field, string>

/** The greatest length that Slack lets people type into one field. */
const maxInputLength = 3000

const labels: Record<Field, { label: string; hint?: string; longest: number }> = {
  name: { label: 'Term', longest: 120 },
  full_name: { label: 'Full name', hint: 'What the letters stand for', longest: 300 },
  definition: { label: 'What it means here', longest: maxInputLength },
  category: { label: 'Category', hint: 'A team or field, if the name needs one', longest: 80 },
}
const required: readonly Field[] = ['name', 'definition']

/**
 * The form that adds a term.
 *
 * @param entries what stands in its fields already
 */
export function addView(entries: Partial<Entries> = {}): View {
  return {
    type: 'modal',
    callback_id: addForm,
    title: { type: 'plain_text', text: 'Add a term' },
    submit: { type: 'plain_text', text: 'Add' },
    close: { type: 'plain_text', text: 'Cancel' },
    blocks: fields.map((field) => input(field, entries[field])),
  }
}

function input(field: Field, value = ''): InputBlock {
  const { label, hint, longest } = labels[field]
  return {
    type: 'input',
    block_id: field,
    label: { type: 'plain_text', text: label },
    optional: !required.includes(field),
    ...(hint && { hint: { type: 'plain_text', text: hint } }),
    element: {
      type: 'plain_text_input',
      action_id: field,
      max_length: longest,
      multiline: field === 'definition',
      ...(value && { initial_value: cut(value, longest) }),
    },
  }
}

/** What the form turns into once the term is there. Its buttons are left out: they belong to channels. */
export const addedView = (blocks: View['blocks'] = []): View => ({
  type: 'modal',
  title: { type: 'plain_text', text: 'Added' },
  close: { type: 'plain_text', text: 'Close' },
  blocks: blocks.filter(({ type }) => type !== 'actions'),
})

/** The fields of the form as Slack sends them back. */
const State = v.record(
  v.string(),
  v.record(v.string(), v.looseObject({ value: v.nullish(v.string(), '') })),
)

/** @param values `view.state.values` of a submission */
export function readEntries(values: unknown): Entries {
  const state = v.safeParse(State, values)
  const entry = (field: Field) => (state.success && state.output[field]?.[field]?.value) || ''
  return {
    name: entry('name'),
    full_name: entry('full_name'),
    definition: entry('definition'),
    category: entry('category'),
  }
}

/** The new term that the form asks for, or what is wrong with its fields. */
export function readNewTerm(entries: Entries): { term: NewTerm } | { errors: Partial<Entries> } {
  const result = v.safeParse(NewTerm, {
    name: entries.name,
    definition: entries.definition,
    full_name: entries.full_name.trim() || null,
    category: entries.category.trim() || null,
  })
  if (result.success) return { term: result.output }
  const errors: Partial<Entries> = {}
  for (const issue of result.issues) {
    const field = fields.find((each) => each === v.getDotPath(issue))
    if (field) errors[field] ??= `This ${issue.message}.`
  }
  return { errors }
}
