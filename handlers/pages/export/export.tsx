import * as v from 'valibot'
import { countExported } from '../../../lib/export/read.ts'
import { readExportChoice, writeExportChoice } from '../../../lib/identity/cookies.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { category } from '../../../lib/schemas/content.ts'
import { statuses } from '../../../lib/schemas/term.ts'
import { ignoredIn, lenient } from '../../../lib/web/lenient-query.tsx'
import { page } from '../../../lib/web/page.tsx'
import { ExportPage } from './export-view.tsx'

const Choice = v.picklist([...statuses, 'all'])

const filters = lenient({ status: v.optional(Choice), category: v.optional(v.union([category, v.literal('')])) })
const Query = v.object(filters)

/** Offers the export in every format: of the status that was chosen, now or the last time, or else of all terms. */
export default page(
  { path: '/export', summary: 'Export terms', query: Query },
  async ({ ctx, query, request, sendPage }) => {
    const category = query.category || undefined
    const [counts, categories] = await Promise.all([countExported(ctx, category ?? null), listCategories(ctx)])
    const { status = v.parse(v.fallback(Choice, 'all'), readExportChoice(request)) } = query
    const { appUrl: origin, languages } = ctx.settings
    const ignored = ignoredIn(request.url, Object.keys(filters), query)
    const view = <ExportPage {...{ status, category, categories, counts, origin, ignored, languages }} />
    const response = await sendPage('Export', view)
    if (query.status) {
      response.headers.append('set-cookie', writeExportChoice(ctx.settings, query.status))
    }
    return response
  },
)
