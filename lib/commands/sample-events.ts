import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Context } from '../context.ts'
import { readTerm } from '../glossary/read.ts'
import { relate } from '../glossary/relate.ts'
import { translate } from '../glossary/translations.ts'
import type { Actor } from '../identity/actor.ts'
import { importFile } from '../import/import-file.ts'
import { requestNotice } from '../lookup/wanted-names.ts'
import { followTerm } from '../notify/follows.ts'
import { answerReports } from '../review/answer-reports.ts'
import { disputeTerm } from '../review/disputes.ts'
import { acceptProposal, declineProposal, listProposals, propose } from '../review/proposals.ts'
import { saveEdit } from '../review/save-edit.ts'
import { definition, fullName, name } from '../schemas/content.ts'
import { ImportOptions } from '../schemas/import.ts'
import { relationKinds } from '../schemas/relations.ts'
import type { Term } from '../schemas/term.ts'
import { languageTag } from '../schemas/text.ts'
import type { Role } from '../schemas/user.ts'

/** A term, as events name it: with its full name, if it has one. */
const term = v.string()
/** A change of a definition: the words that are replaced. */
const change = { term, from: v.string(), to: v.string() }
const did = { by: v.string(), days_ago: v.pipe(v.number(), v.integer(), v.minValue(0)) }
const event = <Name extends string, Entries extends v.ObjectEntries>(action: Name, entries: Entries) =>
  v.strictObject({ ...did, action: v.literal(action), ...entries })

const Event = v.variant('action', [
  event('ask', { name: v.string() }),
  event('follow', { term }),
  event('relate', { term, kind: v.picklist(relationKinds), other: term }),
  event('translate', {
    ...{ term, language: languageTag, name: v.optional(name), full_name: v.optional(fullName), definition },
  }),
  event('edit', { ...change, note: v.nullable(v.string()) }),
  event('propose', { ...change, note: v.string() }),
  event('accept', { term }),
  event('decline', { term, note: v.string() }),
  event('report', { term, reason: v.string() }),
  event('uphold', { term }),
  event('correct', change),
  event('import', { file_name: v.string(), rows: v.array(v.array(v.string())) }),
  event('look_up', { name: v.string(), found: v.optional(term) }),
])
type Event = v.InferOutput<typeof Event>

/** What people of the sample glossary did, in the order of time. */
export const readSampleEvents = (): Event[] =>
  v.parse(v.array(Event), JSON.parse(readFileSync(new URL('../../sample/events.json', import.meta.url), 'utf8')))

type Needs = Pick<Context, 'db' | 'settings' | 'lookups'>
type People = ReadonlyMap<string, Actor>
type Terms = ReadonlyMap<string, string>

/** Lets the people of the sample glossary do what its events say, each at its time. */
export async function playSampleEvents(ctx: Needs): Promise<void> {
  const [people, terms] = await Promise.all([readPeople(ctx), readTerms(ctx)])
  for (const each of readSampleEvents()) {
    await ctx.db.begin(async (tx) => {
      await play({ ...ctx, db: tx }, find(people, each.by), terms, each)
      await tx.run('commands/fire-triggers')
      await tx.run('commands/ignore-triggers')
      await tx.run('commands/move-sample-back', { days: each.days_ago })
    })
  }
  await ctx.lookups.store()
  await ctx.db.begin(async (tx) => {
    await tx.run('commands/ignore-triggers')
    await tx.run('commands/sort-sample-history')
    await tx.run('commands/sort-sample-events')
  })
}

async function play(ctx: Needs, actor: Actor, terms: Terms, did: Event): Promise<unknown> {
  if (did.action === 'ask') return requestNotice(ctx, actor.id, did.name)
  if (did.action === 'import') return importRows(ctx, actor, did)
  if (did.action === 'look_up') return lookUp(ctx, actor, did.name, did.found && find(terms, did.found))
  const id = find(terms, did.term)
  if (did.action === 'follow') return followTerm(ctx, actor.id, id, true)
  if (did.action === 'relate') return relate(ctx, actor, { id, kind: did.kind, other_id: find(terms, did.other) })
  if (did.action === 'report') return disputeTerm(ctx, actor, id, did.reason)
  if (did.action === 'uphold') return answerReports(ctx, actor, id, { answer: 'uphold' })
  if (did.action === 'accept') return acceptProposal(ctx, actor, await findProposal(ctx, id))
  if (did.action === 'decline') return declineProposal(ctx, actor, await findProposal(ctx, id), did.note)
  if (did.action === 'translate') return translateTerm(ctx, actor, id, did)
  const edit = changed(await readTerm(ctx, id), did)
  if (did.action === 'correct') return answerReports(ctx, actor, id, { answer: 'correct', ...edit })
  if (did.action === 'edit') return saveEdit(ctx, actor, id, { ...edit, note: did.note })
  return propose(ctx, actor, id, { ...edit, note: did.note })
}

async function readPeople({ db }: Pick<Needs, 'db'>): Promise<People> {
  const rows = await db.many<{ id: string; email: string; role: Role }>('commands/list-sample-people')
  return new Map(rows.map(({ id, email, role }) => [email, { id, role, scopes: ['write'], via: 'session' }]))
}

async function readTerms({ db }: Pick<Needs, 'db'>): Promise<Terms> {
  const rows = await db.many<{ id: string; label: string }>('commands/list-sample-terms')
  return new Map(rows.map(({ id, label }) => [label, id]))
}

function find<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key)
  if (value === undefined) throw new Error(`the sample glossary has no "${key}"`)
  return value
}

/** Translates a term as it is, if the glossary has the language. */
async function translateTerm(
  ctx: Needs,
  actor: Actor,
  id: string,
  { language, ...did }: Event & { action: 'translate' },
) {
  if (!ctx.settings.languages.includes(language)) return
  const { version } = await readTerm(ctx, id)
  await translate(ctx, actor, { id, language }, { ...did, version })
}

async function findProposal(ctx: Needs, term_id: string): Promise<string> {
  const { items } = await listProposals(ctx, { status: 'open', term_id }, { limit: 1, offset: 0 })
  return items[0]?.id ?? ''
}

function changed({ name, version, definition }: Term, { from, to }: { from: string; to: string }) {
  if (!definition.includes(from)) throw new Error(`the sample glossary does not say "${from}" of ${name}`)
  return { version, definition: definition.replace(from, to) }
}

function importRows(ctx: Needs, actor: Actor, { file_name, rows }: Event & { action: 'import' }) {
  const csv = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
  return importFile(ctx, actor, { format: 'csv', bytes: Buffer.from(csv) }, v.parse(ImportOptions, { file_name }))
}

/** Looks a name up in vain, and then, if `found` is there, finds the term with this ID. */
async function lookUp({ db, lookups }: Needs, actor: Actor, name: string, found: string | undefined) {
  const asked = { surface: 'page', person: actor.id } as const
  lookups.count({ ...asked, asked: name, terms: [], total: 0 })
  if (!found) return
  const term = await readTerm({ db }, found)
  lookups.count({ ...asked, asked: term.name, terms: [term], total: 1 })
}
