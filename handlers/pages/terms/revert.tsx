import * as v from 'valibot'
import { readVersion } from '../../../lib/glossary/history.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import { Revert } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { RevertPage } from './revert-view.tsx'

/** Shows what changes if a term goes back to an earlier version. */
export default page(
  {
    path: '/terms/:id/revert',
    summary: 'Compare a term with an earlier version',
    params: ById,
    query: v.object({ to_version: Revert.entries.to_version }),
  },
  async ({ ctx, params, query, sendPage }) => {
    const term = await readTerm(ctx, params.id)
    const content = await readVersion(ctx, term, query.to_version)
    return sendPage(`Revert ${term.name}`, <RevertPage {...{ term, version: query.to_version, content }} />)
  },
)
