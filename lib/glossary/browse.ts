import type { Context } from '../context.ts'
import type { TermFilter } from './list.ts'

type Needs = Pick<Context, 'db'>

/**
 * The initials that names have, in the order of the list, folded to lower case.
 *
 * @returns sixty at most; what comes before "a" (digits, marks) is one of them
 */
export async function listInitials({ db }: Needs): Promise<string[]> {
  const rows = await db.many<{ initial: string }>('terms/initials')
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
    initial,
    status: filter.status ?? null,
    category: filter.category ?? null,
    stale: filter.stale ?? null,
    owner_id: filter.owner ?? null,
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
