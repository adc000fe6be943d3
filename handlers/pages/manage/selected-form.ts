import * as v from 'valibot'
import type { Db } from '../../../lib/context.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { findUsersByName } from '../../../lib/identity/users.ts'
import { Problem } from '../../../lib/problem.ts'
import { editMany } from '../../../lib/review/edit-many.ts'
import { category, content } from '../../../lib/schemas/content.ts'
import { list } from '../../../lib/schemas/list.ts'
import { maxItems } from '../../../lib/schemas/review.ts'
import { label, uuid } from '../../../lib/schemas/text.ts'
import { maxOwnerLength, tableFields } from '../../../lib/web/table-query.ts'

/** What to set in the selected terms; a field that is left empty removes what they have. */
export const SelectedForm = v.object({
  ...tableFields,
  ids: v.optional(list(uuid, { max: maxItems }), []),
  set: v.picklist(['category', 'owner', 'in_texts']),
  to_category: v.optional(category),
  to_owner: v.optional(label(maxOwnerLength)),
  to_in_texts: v.optional(content.in_texts.sent),
})
type SelectedForm = v.InferOutput<typeof SelectedForm>

/** What became of the selected terms. */
export type Edited = { changed: number; refused: { id: string; detail: string | null }[] }

/**
 * Sets the category, the owner or the marking of the selected terms.
 *
 * @throws Problem `validation_failed` if none is selected, or the owner is not one active user
 */
export async function editSelected(
  ctx: Db,
  actor: Actor,
  {
    ids,
    set,
    to_category,
    to_owner,
    to_in_texts,
  }: Pick<SelectedForm, 'ids' | 'set' | 'to_category' | 'to_owner' | 'to_in_texts'>,
): Promise<Edited> {
  if (ids.length === 0) {
    const errors = [{ path: 'ids', message: 'must be selected' }]
    throw new Problem('validation_failed', { errors, detail: 'Select at least one term first.' })
  }
  const change =
    set === 'category'
      ? { category: to_category ?? null }
      : set === 'in_texts'
        ? { in_texts: to_in_texts ?? content.in_texts.blank }
        : { owner_id: to_owner === undefined ? null : await ownerNamed(ctx, to_owner) }
  const results = await editMany(ctx, actor, ids, change)
  const refused = results.filter(({ outcome }) => outcome !== 'done')
  return {
    changed: results.length - refused.length,
    refused: refused.map(({ term_id = '', detail }) => ({ id: term_id, detail })),
  }
}

async function ownerNamed(ctx: Db, name: string): Promise<string> {
  const users = await findUsersByName(ctx, name)
  if (users.length === 1 && users[0]) return users[0].id
  const detail =
    users.length === 0
      ? `No active user has the name or email address “${name}”.`
      : `Several users are called “${name}”. Enter the email address.`
  throw new Problem('validation_failed', {
    errors: [{ path: 'to_owner', message: detail }],
    detail,
  })
}
