import * as v from 'valibot'
import { relate } from '../../../lib/glossary/relate.ts'
import { RelationKind, TermQuery } from '../../../lib/schemas/term.ts'
import { ById, uuid } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { backTo, compared, respondToAction } from './respond-to-action.tsx'

/** Relates a term to another one, or searches for it first. */
export default page(
  {
    path: '/terms/:id/relate',
    summary: 'Relate a term to another one',
    params: ById,
    form: v.object({ kind: RelationKind, q: TermQuery.entries.q, other_id: v.optional(uuid), compared }),
  },
  async (input) => {
    const { ctx, actor, params, form, redirectWindow } = input
    const { kind, q, other_id, compared } = form.read()
    if (other_id === undefined) return redirectWindow(buildUrl(`/terms/${params.id}/relate`, { kind, ...(q && { q }) }))
    return respondToAction(input, params.id, async () => {
      const { is_agreed } = await relate(ctx, actor, { id: params.id, kind, other_id })
      const done = is_agreed ? 'related' : 'related_here'
      return compared === undefined ? `${done}&undo=${kind}.${other_id}` : backTo(compared, done)
    })
  },
)
