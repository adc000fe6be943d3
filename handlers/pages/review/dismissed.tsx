import * as v from 'valibot'
import { listDismissed } from '../../../lib/review/dismissed.ts'
import { ListRange } from '../../../lib/schemas/list-range.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/listing.ts'
import { DismissedPage } from './dismissed-view.tsx'

const { offset } = ListRange.entries

/** The dismissed suggestions, for editors. */
export default page(
  {
    path: '/dismissed',
    summary: 'Dismissed suggestions',
    role: 'editor',
    query: v.object({ offset }),
  },
  async ({ ctx, query, sendPage }) => {
    const dismissed = await readListing(query.offset, (range) => listDismissed(ctx, range))
    return sendPage('Dismissed suggestions', <DismissedPage dismissed={dismissed} />)
  },
)
