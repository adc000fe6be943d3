import * as v from 'valibot'
import { ExportPage } from '../../lib/pages/export.tsx'
import { page } from '../../lib/pages/page.tsx'
import { statuses } from '../../lib/schemas/term.ts'

/** Offers the export in every format. */
export default page(
  {
    path: '/export',
    summary: 'Export terms',
    query: v.object({ status: v.optional(v.picklist([...statuses, 'all']), 'official') }),
  },
  ({ query, sendPage }) => sendPage('Export', <ExportPage status={query.status} />),
)
