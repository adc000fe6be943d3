import * as v from 'valibot'
import { disputeTerm } from '../../../lib/review/disputes.ts'
import { note } from '../../../lib/schemas/term.ts'
import { inOneLine } from '../../../lib/web/parts/form.tsx'
import { termAction } from './respond-to-action.tsx'

export default termAction(
  { path: '/terms/:id/dispute', summary: 'Report a problem with a term', form: v.object({ reason: inOneLine(note) }) },
  async ({ ctx, actor, params, form }) => {
    await disputeTerm(ctx, actor, params.id, form.read().reason)
    return 'disputed'
  },
)
