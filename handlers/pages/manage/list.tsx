import { page } from '../../../lib/web/page.tsx'
import { TableQuery } from '../../../lib/web/table-query.ts'
import { Manage } from './manage-view.tsx'
import { readTable } from './read-table.ts'

/** All terms in a table, for editors. */
export default page(
  { path: '/terms', summary: 'Edit many terms', query: TableQuery, role: 'editor' },
  async ({ ctx, actor, query: { offset, ...query }, sendPage }) => {
    const view = await readTable(ctx, actor, query, offset)
    return sendPage('Edit many terms', <Manage {...view} />)
  },
)
