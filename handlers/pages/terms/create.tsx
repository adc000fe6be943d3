import { createTerm } from '../../../lib/glossary/create.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { findSimilar } from '../../../lib/lookup/similar.ts'
import { readAliases } from '../../../lib/web/alias-fields.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { AddTerm } from './add-form.tsx'
import { AddForm, findSameMeanings } from './read-add.ts'

/** Adds a term, or asks first whether it is another meaning of an existing one. */
export default page(
  { path: '/terms', summary: 'Add a term', form: AddForm },
  async ({ ctx, actor, form, sendPageOrPart, redirectWindow }) => {
    const { result, problem } = await attempt(async () => {
      const term = form.read()
      const sameMeanings = await findSameMeanings(ctx, term)
      if (sameMeanings.length > 0) return { sameMeanings }
      const aliases = readAliases(term.name, term)
      return { created: await createTerm(ctx, actor, { ...term, aliases }) }
    })
    if (result?.created) return redirectWindow(`/terms/${result.created.id}?done=created`)
    const values = form.typed
    const similar = await findSimilar(ctx, values.get('name') ?? '')
    const categories = await listCategories(ctx)
    const { sameMeanings } = result ?? {}
    const content = <AddTerm {...{ values, similar, categories, problem, sameMeanings }} />
    return sendPageOrPart('Add a term', content, problem?.status ?? 409)
  },
)
