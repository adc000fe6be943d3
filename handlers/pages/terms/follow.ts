import { followTerm } from '../../../lib/notify/follows.ts'
import { noFields } from '../../../lib/web/page.tsx'
import { termAction } from './respond-to-action.tsx'

export default termAction(
  { path: '/terms/:id/follow', summary: 'Follow a term', form: noFields },
  async ({ ctx, actor, params }) => {
    await followTerm(ctx, actor.id, params.id, true)
    return 'followed'
  },
)
