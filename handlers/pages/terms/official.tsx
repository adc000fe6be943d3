import { makeOfficial } from '../../../lib/glossary/promote.ts'
import { noFields } from '../../../lib/web/page.tsx'
import { termAction } from './respond-to-action.tsx'

export default termAction(
  { path: '/terms/:id/official', summary: 'Make a term official', role: 'editor', form: noFields },
  async ({ ctx, actor, params }) => {
    await makeOfficial(ctx, actor, params.id)
    return 'official'
  },
)
