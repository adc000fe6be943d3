import * as v from 'valibot'
import { readTermVersion } from '../../../lib/glossary/history.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import { changedFields, toTexts } from '../../../lib/glossary/texts.ts'
import { unexplained } from '../../../lib/glossary/unexplained.ts'
import { ByVersion, type Term, type TermVersion } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { entryField, openEntry } from '../../../lib/web/entry-link.ts'
import { flashMessage } from '../../../lib/web/flash-messages.ts'
import { page } from '../../../lib/web/page.tsx'
import { StatusMark, statusNames } from '../../../lib/web/parts/marks.tsx'
import { FullName, OtherNames } from '../../../lib/web/parts/other-names.tsx'
import { Changes } from '../../../lib/web/parts/word-diff.tsx'
import { readTermView, referringPath } from './read-term.ts'
import { TermPage } from './term-view.tsx'

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
    return sendPageOrPart(view.term.name, <TermPage {...view} {...feedback} />)
  },
)

/** A term as it was at an earlier version, for readers of what cites it, and how it has changed since. */
function VersionPage({ then, now }: { then: TermVersion; now: Term }) {
  return (
    <>
      <article class="term">
        <header class="term-header">
          <p class="label">
            Version {then.version} of <a href={`/terms/${now.id}`}>{now.name}</a>
          </p>
          <h1 dir="auto">{then.name}</h1>
          <FullName {...then} />
          <OtherNames {...then} />
        </header>
        <p class="definition" dir="auto">
          {then.definition || unexplained}
        </p>
        <p class="facts">
          <StatusMark status={then.status} />
          {then.category && <span dir="auto">{then.category}</span>}
        </p>
      </article>
      <section class="page-section">
        <h2>Changes since</h2>
        <ChangesSince then={then} now={now} />
        <p>
          <a href={`/terms/${now.id}`}>Read the current version</a> · <a href={`/terms/${now.id}/history`}>History</a>
        </p>
      </section>
    </>
  )
}

function ChangesSince({ then, now }: { then: TermVersion; now: Term }) {
  const [from, to] = [toTexts(then), toTexts(now)]
  const hasSameText = changedFields(from, to).length === 0
  return (
    <>
      {hasSameText ? <p>The text is the same today.</p> : <Changes from={from} to={to} />}
      {then.status === now.status ? null : (
        <p>
          The status was {statusNames[then.status].toLowerCase()} and is now {statusNames[now.status].toLowerCase()}.
        </p>
      )}
    </>
  )
}
