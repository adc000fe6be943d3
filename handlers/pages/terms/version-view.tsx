import { changedFields, toTexts } from '../../../lib/glossary/texts.ts'
import { unexplained } from '../../../lib/glossary/unexplained.ts'
import { stateWords } from '../../../lib/schemas/states.ts'
import type { Term, TermVersion } from '../../../lib/schemas/term.ts'
import { StatusMark } from '../../../lib/web/parts/marks.tsx'
import { FullName, OtherNames } from '../../../lib/web/parts/other-names.tsx'
import { Changes } from '../../../lib/web/parts/word-diff.tsx'

/** A term as it was at an earlier version, for readers of what cites it, and how it has changed since. */
export function VersionPage({ then, now }: { then: TermVersion; now: Term }) {
  return (
    <>
      <article class="term">
        <header class="term-header">
          <div>
            <p class="label">
              Version {then.version} of <a href={`/terms/${now.id}`}>{now.name}</a>
            </p>
            <h1 dir="auto">{then.name}</h1>
            <FullName {...then} />
            <OtherNames {...then} />
          </div>
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
          The status was {stateWords[then.status].name.toLowerCase()} and is now{' '}
          {stateWords[now.status].name.toLowerCase()}.
        </p>
      )}
    </>
  )
}
