import * as v from 'valibot'
import { countExported } from '../../../lib/export/read.ts'
import { readExportChoice, writeExportChoice } from '../../../lib/identity/cookies.ts'
import { statuses } from '../../../lib/schemas/term.ts'
import { page } from '../../../lib/web/page.tsx'
import { ExportPage } from './export-view.tsx'

const Choice = v.picklist([...statuses, 'all'])

/** Offers the export in every format: of the status that was chosen, now or the last time, or else of all terms. */
export default page(
  { path: '/export', summary: 'Export terms', query: v.object({ status: v.optional(Choice) }) },
  async ({ ctx, query, request, sendPage }) => {
    const counts = await countExported(ctx)
    const { status = v.parse(v.fallback(Choice, 'all'), readExportChoice(request)) } = query
    const response = await sendPage('Export', <ExportPage status={status} counts={counts} />)
    if (query.status) {
      response.headers.append('set-cookie', writeExportChoice(ctx.settings, query.status))
    }
    return response
  },
)
