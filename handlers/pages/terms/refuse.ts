import { refuse } from '../../../lib/glossary/relate.ts'
import { SaidByOther } from '../../../lib/schemas/term.ts'
import { termAction } from './respond-to-action.tsx'

/** Refuses to show what another term says of this one. */
export default termAction(
  { path: '/terms/:id/refuse', summary: 'Refuse to show what another term says', form: SaidByOther },
  async ({ ctx, actor, params, form }) => {
    const { kind, other_id } = form.read()
    await refuse(ctx, actor, { id: other_id, kind, other_id: params.id })
    return 'refused'
  },
)
