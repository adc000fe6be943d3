import * as v from 'valibot'
import { readTermVersion } from '../../../lib/glossary/history.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import { ByVersion } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { entryField, openEntry } from '../../../lib/web/entry-link.ts'
import { flashMessage } from '../../../lib/web/flash-messages.ts'
import { page } from '../../../lib/web/page.tsx'
import { readTermView, readUndo, referringPath } from './read-term.ts'
import { TermPage } from './term-view.tsx'
import { VersionPage } from './version-view.tsx'

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
    ctx.lookups.open(actor.id, params.id)
    const feedback = { isPart: isPartial, notice: flashMessage(request.url), returnTo: referringPath(request) }
    return sendPageOrPart(view.term.name, <TermPage {...view} {...feedback} {...readUndo(request)} />)
  },
)
