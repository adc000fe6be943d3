import type { Context } from '../context.ts'
import { type Page, toPage } from '../db/page.ts'
import { Problem } from '../problem.ts'
import type { WantedName } from '../schemas/wanted.ts'

type Needs = Pick<Context, 'db' | 'settings'>

/** A wanted name, and whether the user wants to be told when it has been added. */
export type ListedName = WantedName & { is_requested: boolean }

/**
 * Lists one page of the names that two or more people looked up in one week and did not find, most wanted first.
 *
 * @throws Problem `not_found` if SERVICE_WANTED is off
 */
export async function listWanted(
  { db, settings }: Needs,
  userId: string,
  range: { limit: number; offset: number },
): Promise<Page<ListedName>> {
  requireWanted(settings)
  const params = { user_id: userId, ...range }
  return toPage(await db.many<ListedName & { id: string; total: number }>('wanted/list', params))
}

/**
 * Stores that a user wants to be told when a term with this name has been added.
 *
 * @throws Problem `not_found` if SERVICE_WANTED is off, `duplicate` if a term has the name
 */
export async function requestNotice(
  { db, settings }: Needs,
  userId: string,
  name: string,
): Promise<void> {
  requireWanted(settings)
  const params = { name, user_id: userId }
  const row = await db.one<{ existing_id: string | null }>('wanted/request', params)
  if (!row?.existing_id) return
  const detail = 'A term with this name already exists.'
  throw new Problem('duplicate', { detail, existing_id: row.existing_id })
}

/**
 * Removes a name that was looked up. It is counted anew if people look it up again.
 *
 * @throws Problem `not_found`
 */
export async function removeWanted({ db, settings }: Needs, name: string): Promise<void> {
  requireWanted(settings)
  const removed = await db.many('wanted/remove', { name })
  if (removed.length === 0) {
    throw new Problem('not_found', { detail: 'Nobody looked for this name.' })
  }
}

function requireWanted({ wanted }: Needs['settings']) {
  if (!wanted) throw new Problem('not_found')
}
