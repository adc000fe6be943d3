import { relate } from '../../../lib/glossary/relate.ts'
import { SaidByOther } from '../../../lib/schemas/term.ts'
import { termAction } from './respond-to-action.tsx'

/** Shows what another term says of this one. */
export default termAction(
  { path: '/terms/:id/agree', summary: 'Show what another term says', form: SaidByOther },
  async ({ ctx, actor, params, form }) => {
    const { kind, other_id } = form.read()
    await relate(ctx, actor, { id: other_id, kind, other_id: params.id })
    return 'agreed'
  },
)
