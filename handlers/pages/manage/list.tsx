import { ignoredIn } from '../../../lib/web/lenient-query.tsx'
import { page, replaceUrl } from '../../../lib/web/page.tsx'
import { TableQuery, tableFields, tableUrl } from '../../../lib/web/table-query.ts'
import { Manage, Table } from './manage-view.tsx'
import { readTable } from './read-table.ts'

/** All terms in a table, for editors. */
export default page(
  { path: '/terms', summary: 'All terms', query: TableQuery, role: 'editor' },
  async ({ ctx, actor, query: { offset, ...query }, request, isPartial, sendPage, sendPart }) => {
    const view = await readTable(ctx, actor, query, offset)
    if (isPartial) return sendPart(<Table {...view} isPart />, replaceUrl(request, tableUrl(query, offset)))
    const ignored = ignoredIn(request.url, Object.keys(tableFields), query)
    return sendPage('All terms', <Manage {...view} ignored={ignored} />)
  },
)
