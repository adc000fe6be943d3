import { Manage } from '../../../lib/pages/manage/manage.tsx'
import { readTable } from '../../../lib/pages/manage/read-table.ts'
import { TableQuery } from '../../../lib/pages/manage/table-query.ts'
import { page } from '../../../lib/pages/page.tsx'

/** All terms in a table, for editors. */
export default page(
  { path: '/terms', summary: 'Edit many terms', query: TableQuery, role: 'editor' },
  async ({ ctx, actor, query: { offset, ...query }, sendPage }) => {
    const view = await readTable(ctx, actor, query, offset)
    return sendPage('Edit many terms', <Manage {...view} />)
  },
)
