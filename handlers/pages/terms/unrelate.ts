import * as v from 'valibot'
import { setRelation } from '../../../lib/glossary/relations.ts'
import { RelationKind } from '../../../lib/schemas/term.ts'
import { uuid } from '../../../lib/schemas/text.ts'
import { termAction } from './respond-to-action.tsx'

/** Ends the relation of a term to another one. */
export default termAction(
  {
    path: '/terms/:id/unrelate',
    summary: 'End the relation of two terms',
    form: v.object({ kind: RelationKind, other_id: uuid }),
  },
  async ({ ctx, actor, params, form }) => {
    await setRelation(ctx, actor, { id: params.id, ...form.read() }, false)
    return 'unrelated'
  },
)
