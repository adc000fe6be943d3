import type { Context, Db } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { Problem } from '../problem.ts'
import { isFunctionWord } from '../schemas/function-words.ts'
import { beforeAllIds } from '../schemas/text.ts'
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
 * Returns the names by which texts may mention a person: the whole one in both orders, and its words. Anyone chooses their own
 * name, so it can be any words: an admin decides which of them are replaced. Function words never are.
 */
function erasableNames(displayName: string | null): string[] {
  const written = displayName?.split(/\s+/u).filter(Boolean) ?? []
  const spoken = displayName?.replace(inBrackets, ' ').split(/\s+/u) ?? []
  const words = spoken.map((word) => word.replace(outerSigns, '')).filter(Boolean)
  const [first, ...others] = words
  const last = others.pop()
  const orders = last ? [words, [last, first, ...others], [first, last]] : []
  const names = [written, ...orders].map((order) => order.join(' '))
  return [...new Set([...names, ...words])].filter((name) => {
    const parts = name.split(' ')
    return /[\p{L}\p{N}]{2}/u.test(name) && !parts.every(isFunctionWord)
  })
}

const namesOf = (user: User) => (isErased(user) ? [] : erasableNames(user.display_name))

type FoundName = ErasableName & { last: string | null }

/**
 * Finds the texts that have the names of a person: how many have each, and ten examples.
 *
 * @throws Problem `not_found`
 */
export async function findErasableNames({ db }: Db, id: string): Promise<ErasableName[]> {
  const names = namesOf(await readUser({ db }, id))
  const found = new Map(names.map((name): [string, ErasableName] => [name, { name, texts: 0, examples: [] }]))
  if (names.length === 0) return []
  for (const log of [null, 'term_history', 'audit_events']) {
    for (let after: string | null = '0'; after; ) {
      const params = { id, names, log, after, most: entriesPerStatement }
      const rows: FoundName[] = await db.many<FoundName>('identity/find-names', params)
      for (const row of rows) addTo(found.get(row.name), row)
      after = rows[0]?.last ?? null
    }
  }
  return [...found.values()]
}

const maxExamples = 10

function addTo(name: ErasableName | undefined, { texts, examples }: ErasableName) {
  if (!name) return
  name.texts += texts
  name.examples = [...new Set([...name.examples, ...examples])].slice(0, maxExamples)
}

/** @throws Problem `validation_failed` for a name that is none of the person */
function requireNames(user: User, names: readonly string[]) {
  const known = namesOf(user)
  const errors = names.flatMap((name, i) =>
    known.includes(name) ? [] : [{ path: `names.${i}`, message: 'must be one of the names that GET returns' }],
  )
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}

/**
 * Removes a person's details from everything that is stored, and ends their access (contract, section 19). All of it
 * happens or nothing. The logs come first, because they take long, and nobody waits for their entries.
 *
 * @param names those of `erasableNames` that are replaced in texts
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
  const person = { id, names }
  const logs = [createEraser('audit_events', person), createEraser('term_history', person)]
  async function eraseFromLogs(tx: Queries) {
    for (const erase of logs) await erase(tx)
  }
  async function prepare(tx: Queries) {
    const user = await readUser({ db: tx }, id)
    requireNames(user, names)
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
