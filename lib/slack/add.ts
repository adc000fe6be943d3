import * as v from 'valibot'
import type { Settings } from '../app/settings.ts'
import { createTerm, duplicateProblem, maxMeanings } from '../glossary/create.ts'
import { findMeaningsOfWhole, type Meanings } from '../lookup/typed-to-terms.ts'
import { Problem } from '../problem.ts'
import { parse } from '../schemas/fields.ts'
import { NewTerm } from '../schemas/term.ts'
import {
  actions,
  bold,
  button,
  ephemeral,
  headline,
  type Message,
  maxButtonValue,
  maxShown,
  note,
  row,
  searchUrl,
  section,
  sections,
  termBlocks,
  termButtons,
  termLine,
  termUrl,
} from './blocks.ts'
import type { Command } from './commands.ts'
import { escapeWithin, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { describeMissingVotes } from './voting.ts'

/** Adds the term of a command, or asks first if the glossary may have it. */
export async function add(request: SlackRequest, command: Command & { verb: 'add' }): Promise<Message> {
  const { name, full_name, definition } = command
  const input = parse(NewTerm, { name, full_name, definition })
  const others = await findOtherMeanings(request, input)
  if (others.terms.length > 0) return askToAddMeaning(request.settings, input, others)
  return command.isGuess ? askToAdd(request.settings, input) : addTerm(request, input)
}

/**
 * Looks up the meanings that a name already has, before another one is added to it.
 *
 * @throws Problem `duplicate` if one of them is the new meaning itself, or `too_many_meanings`
 */
export async function findOtherMeanings(request: SlackRequest, input: NewTerm): Promise<Meanings> {
  const lookup = await findMeaningsOfWhole(request, input.name)
  if (lookup.terms.length === 0) return lookup
  const { full_name = null, category = null } = input
  const problem = await duplicateProblem(request, { name: input.name, full_name, category })
  if (problem.members.existing_id !== undefined) throw withLink(request, input, problem)
  const row = await request.db.one<{ meanings: number }>('slack/count-meanings', { name: input.name })
  if (row && row.meanings >= maxMeanings) throw new Problem('too_many_meanings')
  return lookup
}

/**
 * Adds a term.
 *
 * @throws Problem `duplicate`, with a link to the existing term in its detail, or `too_many_meanings`
 */
export async function addTerm(request: SlackRequest, input: NewTerm): Promise<Message> {
  const { settings, requester } = request
  const term = await request.db
    .begin((db) => createTerm({ db }, requester.actor, input, 'slack'))
    .catch((error: unknown) => {
      const isDuplicate = error instanceof Problem && error.code === 'duplicate'
      throw isDuplicate ? withLink(request, input, error) : error
    })
  return ephemeral(`Added ${escapeWithin(term.name, 700)}.`, [
    section(`Thank you. ${headline(term)} is now in the glossary.`),
    ...termBlocks(settings.appUrl, term),
    termButtons(settings.appUrl, term),
    note(describeMissingVotes(settings, term)),
  ])
}

function withLink({ settings }: SlackRequest, { name }: NewTerm, { members }: Problem): Problem {
  const url = termUrl(settings.appUrl, members.existing_id ?? '')
  return new Problem('duplicate', {
    ...members,
    detail: `${name} already exists with this full name and category. Vote for it or edit it: ${url}`,
  })
}

/** Lists the meanings that a name already has, in short. */
export function existingMeanings({ appUrl }: Settings, lookup: Meanings) {
  const { asked, terms, total } = lookup
  const shown = terms.slice(0, maxShown)
  const all = link(searchUrl(appUrl, asked), 'See all of them')
  return [
    section(`${describeExisting(lookup)}:`),
    ...sections(shown.map((term) => termLine(appUrl, term))),
    ...(total > shown.length ? [note(all)] : []),
  ]
}

/** Says that a name exists, or that one of which it may be another form does. */
function describeExisting({ match, asked, terms }: Meanings) {
  return match === 'exact'
    ? `${bold(terms[0]?.name ?? asked)} is already in the glossary`
    : `${bold(asked)} may already be in the glossary`
}

/** Asks whether a term is another meaning of its name. Its button carries the term: nothing is stored yet. */
export function askToAddMeaning(settings: Settings, input: NewTerm, existing: Meanings): Message {
  const question = 'Is yours another meaning?'
  return ephemeral(`${describeExisting(existing)}. ${question}`, [
    ...existingMeanings(settings, existing),
    ...askAbout(settings, input, question, 'Add as another meaning'),
  ])
}

/** Asks whether a text was meant as the name and the definition of a term. */
function askToAdd(settings: Settings, input: NewTerm): Message {
  const question = 'Do you want to add this term?'
  const text = `${headline({ ...input, full_name: input.full_name ?? null })}\n${escapeWithin(input.definition, 1900)}`
  return ephemeral(question, [section(text), ...askAbout(settings, input, question, 'Add term')])
}

function askAbout(settings: Settings, input: NewTerm, question: string, label: string) {
  const value = JSON.stringify(input)
  return value.length <= maxButtonValue
    ? [section(question), row([button(label, actions.addMeaning, value)])]
    : offerWebForm(settings, input, question)
}

/** A button cannot carry a long definition: it is repeated in the message, for the form on the web. */
function offerWebForm({ appUrl }: Settings, { name, definition }: NewTerm, question: string) {
  const form = link(`${appUrl}/terms/new?${new URLSearchParams({ name })}`, 'Add it on the web')
  return [
    section(`${question} Its definition is too long for a button in Slack. ${form} with this definition:`),
    section(escapeWithin(definition, 2900)),
  ]
}

const TermValue = v.pipe(v.string(), v.parseJson(), NewTerm)

/** Adds the term that a button carries as another meaning of its name. */
export async function addMeaning(request: SlackRequest, value: string): Promise<Message> {
  return addTerm(request, parse(TermValue, value))
}
