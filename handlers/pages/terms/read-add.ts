import * as v from 'valibot'
import type { Db } from '../../../lib/context.ts'
import { maxMeanings } from '../../../lib/glossary/create.ts'
import { findByNames } from '../../../lib/glossary/find.ts'
import { list } from '../../../lib/schemas/list.ts'
import { NewTerm, type Term } from '../../../lib/schemas/term.ts'
import { fold, uuid } from '../../../lib/schemas/text.ts'
import { aliasFields } from '../../../lib/web/alias-fields.ts'

/** The form that adds a term. */
export const AddForm = v.object({
  ...NewTerm.entries,
  ...aliasFields,
  /** terms of which the form has asked whether they mean the same */
  confirmed_ids: v.optional(list(uuid, { max: maxMeanings })),
})
type NewTermForm = v.InferOutput<typeof AddForm>

/**
 * Finds the terms that a new term may repeat: those with the same name and full name in another category.
 *
 * @returns nothing if the author has confirmed that the term differs from all of them, or if a term has the
 * same category as well, which no confirmation allows
 */
export async function findSameMeanings(
  ctx: Db,
  { name, full_name, category, confirmed_ids = [] }: NewTermForm,
): Promise<Term[]> {
  const terms = (await findByNames(ctx, [name])).filter((term) =>
    isSameText(term.full_name, full_name),
  )
  const isDuplicate = terms.some((term) => isSameText(term.category, category))
  const isConfirmed = terms.every(({ id }) => confirmed_ids.includes(id))
  return isDuplicate || isConfirmed ? [] : terms
}

const isSameText = (one: string | null | undefined, other: string | null | undefined) =>
  fold(one ?? '') === fold(other ?? '')
