import * as v from 'valibot'
import type { Context, Db } from '../../../lib/context.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { findUsersByName } from '../../../lib/identity/users.ts'
import { invalid } from '../../../lib/problem.ts'
import { actOnMany, editMany } from '../../../lib/review/edit-many.ts'
import { category, content } from '../../../lib/schemas/content.ts'
import { list } from '../../../lib/schemas/list.ts'
import { type BulkAction, bulkActions, maxItems } from '../../../lib/schemas/review.ts'
import { label, uuid } from '../../../lib/schemas/text.ts'
import { maxOwnerLength, TableQuery } from '../../../lib/web/table-query.ts'

/** What is done with the selected terms, or set in them, where a field that is left empty removes what they have. */
export const SelectedForm = v.object({
  ...TableQuery.entries,
  ids: v.optional(list(uuid, { max: maxItems }), []),
  set: v.picklist(['category', 'owner', 'in_texts', 'exact', 'never', ...bulkActions]),
  /** whether the question before deleting was answered */
  is_sure: v.optional(v.boolean('must be true or false'), false),
  to_category: v.optional(category),
  to_owner: v.optional(label(maxOwnerLength)),
  to_in_texts: v.optional(content.in_texts.sent),
})
type Change = Pick<
  v.InferOutput<typeof SelectedForm>,
  'ids' | 'set' | 'is_sure' | 'to_category' | 'to_owner' | 'to_in_texts'
>

/** What became of the selected terms. */
export type Changed = { how: Change['set']; done: number; refused: { id: string; detail: string | null }[] }

/**
 * Changes the selected terms.
 *
 * @returns `ask` if terms are to be deleted and the person has not said that they are sure
 * @throws Problem `validation_failed` if none is selected, or the owner is not one active user
 */
export async function changeSelected(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  change: Change,
): Promise<Changed | 'ask'> {
  const { ids, set: how } = change
  if (ids.length === 0) throw invalid('ids', 'must be selected', 'Select at least one term first.')
  if (how === 'delete' && !change.is_sure) return 'ask'
  const results = isAction(how)
    ? await actOnMany(ctx, actor, ids, how)
    : await editMany(ctx, actor, ids, await readSetting(ctx, change))
  const refused = results.filter(({ outcome }) => outcome !== 'done')
  return {
    how,
    done: results.length - refused.length,
    refused: refused.map(({ term_id = '', detail }) => ({ id: term_id, detail })),
  }
}

const isAction = (set: Change['set']): set is BulkAction => bulkActions.some((action) => action === set)

async function readSetting(ctx: Db, { set, to_category, to_owner, to_in_texts }: Change) {
  if (set === 'category') return { category: to_category ?? null }
  if (set === 'exact' || set === 'never') return { in_texts: set }
  if (set === 'in_texts') return { in_texts: to_in_texts ?? content.in_texts.blank }
  return { owner_id: to_owner === undefined ? null : await ownerNamed(ctx, to_owner) }
}

async function ownerNamed(ctx: Db, name: string): Promise<string> {
  const users = await findUsersByName(ctx, name)
  if (users.length === 1 && users[0]) return users[0].id
  const detail =
    users.length === 0
      ? `No active user has the name or email address “${name}”.`
      : `Several users are called “${name}”. Enter the email address.`
  throw invalid('to_owner', detail, detail)
}
