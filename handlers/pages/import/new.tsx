import { listImports } from '../../../lib/import/store.ts'
import { ByOffset } from '../../../lib/schemas/list.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { ImportPage, Imports } from './import-view.tsx'

/** The page that imports terms, with the earlier imports. */
export default page(
  { path: '/import', summary: 'Import terms', role: 'editor', query: ByOffset },
  async ({ ctx, actor, query, isPartial, sendPage, sendPart }) => {
    const imports = await readListing(query.offset, (range) => listImports(ctx, range))
    const props = { imports, reader: actor }
    if (isPartial) return sendPart(<Imports {...props} isPart />)
    return sendPage('Import terms', <ImportPage {...props} />)
  },
)
