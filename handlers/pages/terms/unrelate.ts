import * as v from 'valibot'
import { setRelation } from '../../../lib/glossary/relations.ts'
import { RelationKind } from '../../../lib/schemas/term.ts'
import { ById, uuid } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { respondToAction } from './respond-to-action.tsx'

/** Ends the relation of a term to another one. */
export default page(
  {
    path: '/terms/:id/unrelate',
    summary: 'End the relation of two terms',
    params: ById,
    form: v.object({ kind: RelationKind, other_id: uuid }),
  },
  (input) => {
    const { ctx, actor, params, form } = input
    return respondToAction(input, params.id, async () => {
      await setRelation(ctx, actor, { id: params.id, ...form.read() }, false)
      return 'unrelated'
    })
  },
)
