import { listCategories } from '../../../lib/glossary/browse.ts'
import { createTerm } from '../../../lib/glossary/create.ts'
import { findSimilar } from '../../../lib/glossary/similar.ts'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { AddTerm } from '../../../lib/pages/terms/add.tsx'
import { NewTerm } from '../../../lib/schemas/term.ts'

/** Adds a term. */
export default page(
  { path: '/terms', summary: 'Add a term', form: NewTerm },
  async ({ ctx, actor, form, present, leave }) => {
    const { result, problem } = await attempt(async () => createTerm(ctx, actor, form.read()))
    if (!problem) return leave(`/terms/${result.id}?done=created`)
    const { typed } = form
    const similar = await findSimilar(ctx, typed.get('name') ?? '')
    const categories = await listCategories(ctx)
    const content = <AddTerm {...{ typed, similar, categories, problem }} />
    return present('Add a term', content, problem.status)
  },
)
