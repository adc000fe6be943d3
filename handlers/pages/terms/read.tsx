import * as v from 'valibot'
import { readTerm } from '../../../lib/glossary/read.ts'
import { readTermVersion } from '../../../lib/glossary/versions.ts'
import { flashMessage } from '../../../lib/pages/flash-messages.ts'
import { entryField, openEntry } from '../../../lib/pages/inbox/entry-link.ts'
import { page } from '../../../lib/pages/page.tsx'
import { referringPath } from '../../../lib/pages/terms/return-path.ts'
import { TermPage } from '../../../lib/pages/terms/term.tsx'
import { VersionPage } from '../../../lib/pages/terms/version.tsx'
import { readTermView } from '../../../lib/pages/terms/view.ts'
import { ByVersion } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'

/** The page of a term, with its actions, or the text of an earlier version. */
export default page(
  {
    path: '/terms/:id',
    summary: 'Read a term',
    params: ById,
    query: v.object({ ...ByVersion.entries, ...entryField }),
  },
  async ({ ctx, actor, params, query, request, isPartial, sendPage, sendPageOrPart }) => {
    await openEntry(ctx, actor, query.entry)
    if (query.version !== undefined) {
      const then = await readTermVersion(ctx, params.id, query.version)
      if (then.version < then.current_version) {
        const now = await readTerm(ctx, params.id)
        return sendPage(`${then.name}, version ${then.version}`, <VersionPage {...{ then, now }} />)
      }
    }
    const view = await readTermView(ctx, actor, params.id, request)
    const feedback = {
      isPart: isPartial,
      notice: flashMessage(request.url),
      returnTo: referringPath(request),
    }
    return sendPageOrPart(view.term.name, <TermPage {...view} {...feedback} />)
  },
)
