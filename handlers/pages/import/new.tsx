import * as v from 'valibot'
import { listImports } from '../../../lib/import/list.ts'
import { ImportPage } from '../../../lib/pages/import/import.tsx'
import { Imports } from '../../../lib/pages/import/imports.tsx'
import { page } from '../../../lib/pages/page.tsx'
import { readListing } from '../../../lib/pages/parts/listing.ts'
import { ListRange } from '../../../lib/schemas/list-range.ts'

const { offset } = ListRange.entries

/** The page that imports terms, with the earlier imports. */
export default page(
  { path: '/import', summary: 'Import terms', role: 'editor', query: v.object({ offset }) },
  async ({ ctx, actor, query, isPartial, sendPage, sendPart }) => {
    const imports = await readListing(query.offset, (range) => listImports(ctx, range))
    const props = { imports, reader: actor }
    if (isPartial) return sendPart(<Imports {...props} isPart />)
    return sendPage('Import terms', <ImportPage {...props} />)
  },
)
