import * as v from 'valibot'
import { readDocument } from '../../../lib/pages/help/documents.ts'
import { HelpPage } from '../../../lib/pages/help/help.tsx'
import { page } from '../../../lib/pages/page.tsx'
import { Problem } from '../../../lib/problem.ts'

/** Shows a document. */
export default page(
  { path: '/help/:file', summary: 'A document', params: v.object({ file: v.string() }) },
  async ({ params, sendPage }) => {
    const document = await readDocument(params.file)
    if (!document) throw new Problem('not_found')
    return sendPage(document.title, <HelpPage {...document} />)
  },
)
