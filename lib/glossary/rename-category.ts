import type { Context } from '../context.ts'
import { isViolation } from '../db/errors.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { CategoryRename } from '../schemas/category.ts'

/**
 * Renames a category, ignoring case, or joins it with another one, in one transaction. Its terms get a history entry each,
 * and whoever follows it follows the other name.
 *
 * @param from the category as it is called now
 * @returns the new name, and how many terms are spelled differently now
 * @throws Problem `not_found`, or `duplicate` if a term would then be the same as another one
 */
export async function renameCategory(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  from: string,
  to: string,
): Promise<CategoryRename> {
  try {
    return await db.begin(async (tx) => {
      const params = { from, to, actor_id: actor.id }
      const row = await tx.one<{ total: number; changed: number }>('categories/rename', params)
      if (!row?.total) throw new Problem('not_found', { detail: 'No term has this category.' })
      await tx.run('categories/move-follows', { from, to })
      return { name: to, changed: row.changed }
    })
  } catch (error) {
    if (!isViolation(error, 'terms_meaning_key')) throw error
    const detail = `The category “${to}” has a term with the same name and full name as one of “${from}”. Merge the two terms first.`
    throw new Problem('duplicate', { detail })
  }
}
