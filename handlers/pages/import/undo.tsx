import * as v from 'valibot'
import { undoImport, undoTimeoutMs } from '../../../lib/import/undo.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { UndonePage } from './import-view.tsx'

export default page(
  {
    path: '/import/:id/undo',
    summary: 'Undo an import',
    role: 'editor',
    params: ById,
    form: v.object({}),
    timeoutMs: undoTimeoutMs,
  },
  async ({ ctx, actor, params, sendPage }) =>
    sendPage('Import undone', <UndonePage {...(await undoImport(ctx, actor, params.id))} />),
)
