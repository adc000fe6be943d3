import * as v from 'valibot'
import { unrelate } from '../../../lib/glossary/relate.ts'
import { RelationKind } from '../../../lib/schemas/term.ts'
import { uuid } from '../../../lib/schemas/text.ts'
import { backTo, compared, termAction } from './respond-to-action.tsx'

export default termAction(
  {
    path: '/terms/:id/unrelate',
    summary: 'End the relation of two terms',
    form: v.object({ kind: RelationKind, other_id: uuid, compared }),
  },
  async ({ ctx, actor, params, form }) => {
    const { compared, ...relation } = form.read()
    await unrelate(ctx, actor, { id: params.id, ...relation })
    const undo = `${relation.kind}.${relation.other_id}`
    return compared === undefined ? `unrelated&undo=${undo}` : backTo(compared, 'unrelated')
  },
)
