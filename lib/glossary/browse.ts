import type { Context } from '../context.ts'
import { filterParams, type TermFilter } from './list.ts'

type Needs = Pick<Context, 'db'>

/**
 * Lists the initials of the names that match a filter, folded to lower case and in the order of the list.
 *
 * @returns at most 60; all characters before "a" (digits, punctuation) count as one
 */
export async function listInitials(
  { db }: Needs,
  { status, category, stale, owner }: Omit<TermFilter, 'q'>,
): Promise<string[]> {
  const params = filterParams({ status, category, stale, owner })
  const rows = await db.many<{ initial: string }>('terms/initials', params)
  return rows.map(({ initial }) => initial)
}

/**
 * The categories that terms have, by name; each once, whatever its case.
 *
 * @returns a hundred at most
 */
export async function listCategories({ db }: Needs): Promise<string[]> {
  const rows = await db.many<{ category: string }>('terms/categories')
  return rows.map(({ category }) => category)
}

/** How many terms come before an initial in the list by name: the offset at which it begins. */
export async function placeOfInitial(
  { db }: Needs,
  initial: string,
  filter: Omit<TermFilter, 'q'>,
): Promise<number> {
  const row = await db.one<{ place: number }>('terms/place-of-initial', {
    ...filterParams(filter),
    initial,
  })
  return row?.place ?? 0
}

/**
 * Names that are spelled like something nobody has written down, the closest first.
 *
 * @returns five at most
 */
export async function closeNames({ db }: Needs, q: string): Promise<string[]> {
  const rows = await db.many<{ name: string }>('terms/close-names', { q })
  return rows.map(({ name }) => name)
}
