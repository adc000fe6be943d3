import * as v from 'valibot'
import type { Context, Db } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { type Fault, Problem } from '../problem.ts'
import { isFunctionWord } from '../schemas/function-words.ts'
import { beforeAllIds, label } from '../schemas/text.ts'
import type { ErasableName, User } from '../schemas/user.ts'
import type { Actor } from './actor.ts'
import { changeUser, deactivate, disownRest, isErased, keepOneAdmin, readUser } from './users.ts'

/** So few that a statement takes a second or two, even if all of them are about the person. */
const entriesPerStatement = 5000

/** Changing a definition takes longer than changing an entry of a log. */
const termsPerStatement = 1000

/** How long an erasure may take, in milliseconds: a few million entries of the audit log. */
export const eraseTimeoutMs = 120_000

/** What companies add to names, and signs around words: `Roe, Jane (Sales)`. */
const inBrackets = /[([{][^)\]}]*[)\]}]/g
const outerSigns = /^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu

/**
 * Returns the names by which texts may mention a person: the whole one in both orders, and its words. Anyone chooses
 * their own name, so it can be any words: an admin decides which of them are replaced. Single function words never are,
 * and several only with capitals (Will May).
 */
function erasableNames(displayName: string | null): string[] {
  const written = displayName?.split(/\s+/u).filter(Boolean) ?? []
  const spoken = displayName?.replace(inBrackets, ' ').split(/\s+/u) ?? []
  const words = spoken.map((word) => word.replace(outerSigns, '')).filter(Boolean)
  const [first, ...others] = words
  const last = others.pop()
  const orders = last ? [words, [last, first, ...others], [first, last]] : []
  const names = [written, ...orders].map((order) => order.join(' '))
  return [...new Set([...names, ...words])].filter(
    (name) => /[\p{L}\p{N}]{2}/u.test(name) && (isWhole(name) || !areFunctionWords(name)),
  )
}

const areFunctionWords = (name: string) => name.split(' ').every((word) => isFunctionWord(word.replace(outerSigns, '')))

/** Whether a name has several words, and capitals. */
const isWhole = (name: string) => name.includes(' ') && /\p{Lu}/u.test(name)

/** The names of a person; null if they were erased before. */
const namesOf = (user: User) => (isErased(user) ? null : erasableNames(user.display_name))

/** A name as the statements take it: in quotation marks if it is replaced only as it is written. */
const toSought = (name: string) => (areFunctionWords(name) ? `"${name}"` : name)

type FoundName = { sought: string; seen: string[]; examples: string[]; last: string | null }
type Counted = { name: string; seen: Set<string>; examples: string[] }

/**
 * Finds the texts that have the names of a person: how many different ones have each, and ten examples.
 *
 * @param typed the names that an admin looks for, if the person was erased before
 * @throws Problem `not_found`, or `validation_failed` for a name that cannot be erased
 */
export async function findErasableNames({ db }: Db, id: string, typed?: readonly string[]): Promise<ErasableName[]> {
  const user = await readUser({ db }, id)
  const all = typed ? readNames(user, typed, 'typed') : (namesOf(user) ?? [])
  const found = new Map(all.map((name): [string, Counted] => [toSought(name), { name, seen: new Set(), examples: [] }]))
  const names = [...found.keys()]
  if (names.length === 0) return []
  for (const log of [null, 'term_history', 'audit_events']) {
    for (let after: string | null = '0'; after; ) {
      const params = { id, names, log, after, most: entriesPerStatement }
      const rows: FoundName[] = await db.many<FoundName>('identity/find-names', params)
      for (const row of rows) addTo(found.get(row.sought), row)
      after = rows[0]?.last ?? null
    }
  }
  return [...found.values()].map(({ name, seen, examples }) => ({ name, texts: seen.size, examples }))
}

const maxExamples = 10

function addTo(name: Counted | undefined, { seen, examples }: FoundName) {
  if (!name) return
  for (const text of seen) name.seen.add(text) // a definition is in the history once more
  name.examples = [...new Set([...name.examples, ...examples])].slice(0, maxExamples)
}

const maxNameLength = 300
const TypedName = v.pipe(label(maxNameLength), v.check(isWhole, 'must be two words or more, with capitals'))

/**
 * Of a person who was erased before, nobody knows the names any more: an admin types them.
 *
 * @throws Problem `validation_failed` for a name that cannot be erased
 */
function readNames(user: User, names: readonly string[], field = 'names'): string[] {
  const known = namesOf(user)
  const Name = known ? v.picklist(known, 'must be one of the names that GET returns') : TypedName
  const results = names.map((name) => v.safeParse(Name, name))
  const errors = results.flatMap(
    ({ issues }, i): Fault[] => issues?.map(({ message }) => ({ path: `${field}.${i}`, message })) ?? [],
  )
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
  return results.map(({ output }) => String(output))
}

/**
 * Removes a person's details from everything that is stored, and ends their access (contract, section 19). All of it
 * happens or nothing. The logs come first, because they take long, and nobody waits for their entries.
 *
 * @param names those of `erasableNames` that are replaced in texts; names that an admin types, if the person was erased
 * before
 * @throws Problem `not_found`, `own_account`, `last_admin` or `validation_failed`
 */
export async function eraseUser(
  ctx: Pick<Context, 'db' | 'credentials' | 'background'>,
  actor: Pick<Actor, 'id'>,
  id: string,
  names: readonly string[] = [],
): Promise<User> {
  if (id === actor.id) throw new Problem('own_account')
  const actor_id = actor.id
  const person = { id, names: readNames(await readUser(ctx, id), names).map(toSought) }
  const logs = [createEraser('audit_events', person), createEraser('term_history', person)]
  async function eraseFromLogs(tx: Queries) {
    for (const erase of logs) await erase(tx)
  }
  async function prepare(tx: Queries) {
    const user = await readUser({ db: tx }, id)
    await keepOneAdmin(tx, user)
    await eraseFromLogs(tx)
    await eraseFromTerms(tx, person)
  }
  async function erase(tx: Queries, user: User) {
    await keepOneAdmin(tx, user)
    if (user.is_active) await deactivate(tx, actor_id, id)
    await eraseFromLogs(tx) // what has been added since
    await tx.run('identity/erase-from-wanted', person)
    await tx.run('identity/erase-user', { ...person, actor_id })
    return readUser({ db: tx }, id)
  }
  const erased = await changeUser(ctx, id, erase, prepare)
  disownRest(ctx, actor)
  return erased
}

type Person = { id: string; names: readonly string[] }

/** Returns a function that erases a person from the entries of a log that have been added since its last call. */
function createEraser(log: 'audit_events' | 'term_history', person: Person) {
  let after = '0'
  return async (tx: Queries) => {
    for (;;) {
      const params = { ...person, log, after, most: entriesPerStatement }
      const { last } = (await tx.one<{ last: string | null }>('identity/erase-from-log', params)) ?? {}
      if (!last) return
      after = last
    }
  }
}

/** Erases a person from the terms that there are, in parts. Those that are added later do not take long. */
async function eraseFromTerms(tx: Queries, person: Person) {
  let after = beforeAllIds
  for (;;) {
    const params = { ...person, after, most: termsPerStatement }
    const row = await tx.one<{ last: string }>('identity/erase-from-terms', params)
    if (!row) return
    after = row.last
  }
}
