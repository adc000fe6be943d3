import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Slice } from '../db/slice.ts'
import { Problem } from '../problem.ts'
import type { ListRange } from '../schemas/list.ts'
import { looksLikeName, type WantedName } from '../schemas/wanted.ts'
import { countAsked } from './lookup-counts.ts'

type Needs = Pick<Context, 'db' | 'settings'>

/** A wanted name, and whether the user wants to be told when it has been added. */
export type ListedName = WantedName & { is_requested: boolean; is_public: boolean }

/**
 * Lists the names that people looked up and did not find, most wanted first: what three people looked up in one
 * week, or two if someone asked to be told about the name.
 *
 * @param reader editors see all names, others the public ones (contract, section 16)
 * @throws Problem `not_found` if SERVICE_WANTED is off
 */
export async function listWanted(
  { db, settings }: Needs,
  reader: { id: string; isEditor: boolean },
  range: ListRange,
): Promise<Slice<ListedName>> {
  requireWanted(settings)
  return db.slice<ListedName>('lookup/list-wanted', { user_id: reader.id, is_editor: reader.isEditor, ...range })
}

/**
 * Stores that a user wants to be told when a term with this name has been added. They count as someone who looked for
 * it.
 *
 * @throws Problem `not_found` if SERVICE_WANTED is off, `duplicate` if a term has the name
 */
export async function requestNotice({ db, settings }: Needs, userId: string, name: string): Promise<void> {
  requireWanted(settings)
  const row = await db.one<{ existing_id: string | null }>('lookup/request-wanted', { name, user_id: userId })
  if (row?.existing_id) {
    const detail = 'A term with this name already exists.'
    throw new Problem('duplicate', { detail, existing_id: row.existing_id })
  }
  const asked = { surface: 'page', person: userId, name, times: 0 } as const
  await db.begin((tx) => countAsked(tx, [asked], randomBytes(32)))
}

/**
 * Takes back that a user wants to be told about a name. Repeating it changes nothing.
 *
 * @throws Problem `not_found` if SERVICE_WANTED is off
 */
export async function withdrawNotice({ db, settings }: Needs, userId: string, name: string): Promise<void> {
  requireWanted(settings)
  await db.run('lookup/withdraw-wanted-request', { name, user_id: userId })
}

/**
 * Lists the names of which a user wants to be told when a term with them has been added.
 *
 * @throws Problem `not_found` if SERVICE_WANTED is off
 */
export async function listNotices({ db, settings }: Needs, userId: string, range: ListRange): Promise<Slice<string>> {
  requireWanted(settings)
  const params = { user_id: userId, ...range }
  return (await db.one<Slice<string>>('lookup/list-wanted-requests', params)) ?? { items: [], total: 0 }
}

/**
 * Whether a user wants to be told when each of the names has been added, for those names of which people can be told.
 */
export async function readNotices(
  { db, settings }: Needs,
  userId: string,
  names: readonly string[],
): Promise<Map<string, boolean>> {
  const possible = names.filter((name) => canBeWanted(settings, name))
  if (possible.length === 0) return new Map()
  const params = { names: possible, user_id: userId }
  const rows = await db.many<{ name: string }>('lookup/find-wanted-requests', params)
  const requested = new Set(rows.map(({ name }) => name))
  return new Map(possible.map((name) => [name, requested.has(name)]))
}

/** Whether a user wants to be told when a name has been added. Null if people cannot be told about it. */
export async function readNotice(needs: Needs, userId: string, name: string): Promise<boolean | null> {
  return (await readNotices(needs, userId, [name])).get(name) ?? null
}

/** Whether people can ask to be told when a name has been added. */
export const canBeWanted = ({ wanted }: Pick<Needs['settings'], 'wanted'>, name: string): boolean =>
  wanted && looksLikeName(name)

/**
 * Removes a name that people looked up, and the requests to be told about it. It is counted anew if people look it up
 * again.
 *
 * @throws Problem `not_found`
 */
export const removeWanted = (needs: Needs, id: string) => decide(needs, 'lookup/remove-wanted', id)

/**
 * Shows a name that people looked up to everyone, once it is listed.
 *
 * @throws Problem `not_found`
 */
export const showWanted = (needs: Needs, id: string) => decide(needs, 'lookup/show-wanted', id)

async function decide({ db, settings }: Needs, statement: string, id: string): Promise<void> {
  requireWanted(settings)
  const row = await db.one(statement, { id })
  if (!row) throw new Problem('not_found', { detail: 'There is no wanted name with this ID.' })
}

function requireWanted({ wanted }: Needs['settings']) {
  if (!wanted) throw new Problem('not_found')
}
