import * as v from 'valibot'
import { Problem } from '../../../lib/problem.ts'
import { readDocument } from '../../../lib/web/help-documents.ts'
import { page } from '../../../lib/web/page.tsx'
import { HelpPage } from './help-view.tsx'

export default page(
  { path: '/help/:file', summary: 'A document', params: v.object({ file: v.string() }) },
  async ({ ctx, params, sendPage }) => {
    const document = await readDocument(params.file, ctx.slack !== null)
    if (!document) throw new Problem('not_found')
    return sendPage(document.title, <HelpPage {...document} />)
  },
)
