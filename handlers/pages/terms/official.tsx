import * as v from 'valibot'
import { makeOfficial } from '../../../lib/glossary/promote.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { respondToAction } from './respond-to-action.tsx'

export default page(
  {
    path: '/terms/:id/official',
    summary: 'Make a term official',
    params: ById,
    role: 'editor',
    form: v.object({}),
  },
  (input) => {
    const { ctx, actor, params } = input
    return respondToAction(input, params.id, async () => {
      await makeOfficial(ctx, actor, params.id)
      return 'official'
    })
  },
)
