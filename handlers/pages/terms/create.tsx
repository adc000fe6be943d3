import * as v from 'valibot'
import type { Db } from '../../../lib/context.ts'
import { maxMeanings } from '../../../lib/glossary/create.ts'
import { findByNames } from '../../../lib/glossary/read.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { findSimilar } from '../../../lib/lookup/name-to-similar-terms.ts'
import { createWithRelations } from '../../../lib/review/save-with-relations.ts'
import { list } from '../../../lib/schemas/list.ts'
import { NewTerm, type Term } from '../../../lib/schemas/term.ts'
import { fold, uuid } from '../../../lib/schemas/text.ts'
import { listFields, readAliases } from '../../../lib/web/list-fields.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { readWithLinks, relationsIn, resolveRelations } from '../../../lib/web/read-term-rows.ts'
import { withCandidates } from '../../../lib/web/search-others.ts'
import { AddTerm } from './add-form.tsx'

const AddForm = v.object({
  ...NewTerm.entries,
  ...listFields,
  /** terms of which the form has asked whether they mean the same */
  confirmed_ids: v.optional(list(uuid, { max: maxMeanings })),
})
type NewTermForm = v.InferOutput<typeof AddForm>

/** Adds a term, or asks first whether it is another meaning of an existing one. */
export default page(
  { path: '/terms', summary: 'Add a term', form: AddForm },
  async ({ ctx, actor, form, sendPageOrPart, redirectWindow }) => {
    const { result, problem } = await attempt(async () => {
      const term = readWithLinks(form)
      const sameMeanings = await findSameMeanings(ctx, term)
      if (sameMeanings.length > 0) return { sameMeanings }
      const aliases = readAliases(term.name, term)
      const wanted = await resolveRelations(ctx, undefined, relationsIn(form.typed))
      return { created: await createWithRelations(ctx, actor, { ...term, aliases }, wanted) }
    })
    if (result?.created) return redirectWindow(`/terms/${result.created.id}?done=created`)
    const values = form.typed
    const similar = await findSimilar(ctx, values.get('name') ?? '')
    const categories = await listCategories(ctx)
    const { sameMeanings } = result ?? {}
    const relations = await withCandidates(ctx, undefined, { rows: relationsIn(values), shown: [] })
    const content = <AddTerm {...{ values, similar, categories, problem, sameMeanings, relations }} />
    return sendPageOrPart('Add a term', content, problem?.status ?? 409)
  },
)

/**
 * Finds the terms that a new term may repeat: those with the same name and full name in another category.
 *
 * @returns nothing if the author has confirmed that the term differs from all of them, or if a term has the
 * same category as well, which no confirmation allows
 */
async function findSameMeanings(
  ctx: Db,
  { name, full_name, category, confirmed_ids = [] }: NewTermForm,
): Promise<Term[]> {
  const terms = (await findByNames(ctx, [name])).filter((term) => isSameText(term.full_name, full_name))
  const isDuplicate = terms.some((term) => isSameText(term.category, category))
  const isConfirmed = terms.every(({ id }) => confirmed_ids.includes(id))
  return isDuplicate || isConfirmed ? [] : terms
}

const isSameText = (one: string | null | undefined, other: string | null | undefined) =>
  fold(one ?? '') === fold(other ?? '')
