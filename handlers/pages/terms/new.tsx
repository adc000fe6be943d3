import * as v from 'valibot'
import { isEditor } from '../../../lib/identity/actor.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { findSimilar } from '../../../lib/lookup/name-to-similar-terms.ts'
import { page } from '../../../lib/web/page.tsx'
import { AddTerm } from './add-form.tsx'
import { SimilarTerms } from './meanings-view.tsx'

/** The form that adds a term. To htmx, the existing terms with the name that is being typed. */
export default page(
  { path: '/terms/new', summary: 'Add a term', query: v.object({ name: v.optional(v.string(), '') }) },
  async ({ ctx, actor, query, isPartial, sendPage, sendPart }) => {
    const similar = await findSimilar(ctx, query.name)
    if (isPartial) return sendPart(<SimilarTerms {...similar} isPart />)
    const values = new URLSearchParams(query)
    const categories = await listCategories(ctx)
    const props = { values, similar, categories, mayImport: isEditor(actor) }
    return sendPage('Add a term', <AddTerm {...props} />)
  },
)
