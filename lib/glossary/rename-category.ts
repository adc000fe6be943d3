import type { Db } from '../context.ts'
import type { Queries } from '../db/database.ts'
import { isViolation } from '../db/errors.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { CategoryRename } from '../schemas/term.ts'
import { beforeAllIds } from '../schemas/text.ts'

/** How many terms one statement changes: a category can have so many that no statement gets through them in time. */
const termsPerStatement = 1000

/** How long a renaming may take, in milliseconds. */
export const renameTimeoutMs = 120_000

/** A category that another one would be joined with, and how many terms each has. */
export type CategoryToJoin = { category: string; moved: number; present: number }

/** Returns the category that `from` would be joined with if it were called `to`; undefined if there is none. */
export const findCategoryToJoin = ({ db }: Db, from: string, to: string): Promise<CategoryToJoin | undefined> =>
  db.one<CategoryToJoin>('glossary/find-category-to-join', { from, to })

/**
 * Renames a category, ignoring case, or joins it with another one, in one transaction. Its terms get a history entry
 * each, whoever owns or follows some of them is told once, and whoever follows it follows the other name.
 *
 * @param from the category as it is called now
 * @returns the new name, and how many terms are spelled differently now
 * @throws Problem `not_found`, or `duplicate` if a term would then be the same as another one
 */
export async function renameCategory({ db }: Db, actor: Actor, from: string, to: string): Promise<CategoryRename> {
  try {
    return await db.begin(async (tx) => {
      const actor_id = actor.id
      await tx.run('glossary/notify-of-category', { from, to, actor_id })
      const { changed, spelling } = await renameTerms(tx, { from, to, actor_id })
      if (changed > 0) {
        const about = { target_type: 'category', target_id: null }
        const payload = { from: spelling, to, terms: changed }
        const event = { actor_id, action: 'category.renamed', ...about, payload }
        await tx.run('identity/record-audit-event', event)
      }
      await tx.run('glossary/move-category-follows', { from, to })
      return { name: to, changed }
    })
  } catch (error) {
    if (!isViolation(error, 'terms_meaning_key')) throw error
    const detail = `The category “${to}” has a term with the same name and full name as one of “${from}”. Merge the two terms first.`
    throw new Problem('duplicate', { detail })
  }
}

type Batch = { last_id: string | null; changed: number; spelling: string | null }

/** Renames the category of its terms, in the order of their IDs. */
async function renameTerms(tx: Queries, rename: { from: string; to: string; actor_id: string }) {
  const params = { ...rename, after: beforeAllIds, most: termsPerStatement }
  let [changed, spelling]: [number, string | null] = [0, null]
  for (;;) {
    const batch = await tx.one<Batch>('glossary/rename-category', params)
    if (!batch?.last_id) break
    params.after = batch.last_id
    changed += batch.changed
    spelling ??= batch.spelling
  }
  if (params.after !== beforeAllIds) return { changed, spelling }
  throw new Problem('not_found', { detail: 'No term has this category.' })
}
