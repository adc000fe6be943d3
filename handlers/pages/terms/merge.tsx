import * as v from 'valibot'
import { Merge, TermQuery } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { MergePage } from './merge-view.tsx'
import { readMerge } from './read-merge.ts'

/** Compares a term with the one that it may be merged into, or lets the reader choose one. */
export default page(
  {
    path: '/terms/:id/merge',
    summary: 'Compare two terms before merging them',
    params: ById,
    query: v.object({ into: v.optional(Merge.entries.into), q: TermQuery.entries.q }),
    role: 'editor',
  },
  async ({ ctx, params, query, sendPage }) => {
    const props = await readMerge(ctx, params.id, query)
    return sendPage(`Merge ${props.term.name}`, <MergePage {...props} />)
  },
)
