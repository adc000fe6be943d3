import { textsOf } from '../../../lib/glossary/texts.ts'
import { conflictsOf, mayDecide } from '../../../lib/review/proposals.ts'
import type { Proposal } from '../../../lib/schemas/proposal.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import type { Place } from '../../../lib/web/entry-link.ts'
import type { Reader } from '../../../lib/web/page.tsx'
import { Changes } from '../../../lib/web/parts/changes.tsx'
import { proposedTexts } from '../../../lib/web/proposals.tsx'
import type { FullEntry } from './read-inbox.ts'

type ContentProps = { entry: FullEntry; place: Place; reader: Reader }

/** What an entry is about, and what the reader can do about it here. */
export function Content({ entry, place, reader }: ContentProps) {
  const { id, changes, proposed, staleIds, imported, detail } = entry
  const stale = (detail.terms ?? []).filter((term) => staleIds.includes(term.id))
  return (
    <>
      {changes && <Changes from={textsOf(changes, 'from')} to={textsOf(changes, 'to')} />}
      {proposed && <Changes {...proposedTexts(proposed.proposal, proposed.term)} />}
      {proposed?.proposal.status === 'open' && mayDecide(reader, proposed.term) && (
        <Decide {...{ entryId: id, place }} {...proposed} />
      )}
      {stale.length > 0 && (
        <ul class="stale-terms">
          {stale.map(({ id: termId, name }) => (
            <li key={termId}>
              <a href={entryUrl(`/terms/${termId}`, id)}>{name}</a>{' '}
              <EntryButton
                {...{ entryId: id, place }}
                action={`/terms/${termId}/confirm`}
                about={name}
              >
                Still correct
              </EntryButton>
            </li>
          ))}
        </ul>
      )}
      {imported.length > 0 && (
        <p>
          {imported.map((term, i) => (
            <>
              {i > 0 && ', '}
              <a href={entryUrl(`/terms/${term.id}`, id)}>{term.name}</a>
            </>
          ))}
          {(detail.total ?? 0) > imported.length &&
            ` and ${(detail.total ?? 0) - imported.length} more`}
        </p>
      )}
    </>
  )
}

/** The URL of a page that marks an entry as read when it is opened. */
export const entryUrl = (path: string, entryId: string) => `${path}?entry=${entryId}`

type DecideProps = { entryId: string; place: Place; proposal: Proposal; term: Term }

function Decide({ entryId, place, proposal, term }: DecideProps) {
  const path = `/proposals/${proposal.id}`
  const hasConflicts = Object.keys(conflictsOf(proposal, term)).length > 0
  return (
    <div class="button-row">
      {hasConflicts ? (
        <a class="button plain" href={entryUrl(path, entryId)}>
          Resolve conflicts
        </a>
      ) : (
        <EntryButton {...{ entryId, place }} action={`${path}/accept`} about={term.name}>
          Accept
        </EntryButton>
      )}
      <EntryButton {...{ entryId, place }} action={`${path}/decline`} about={term.name}>
        Decline
      </EntryButton>
    </div>
  )
}

type ButtonProps = {
  entryId: string
  place: Place
  action: string
  about: string
  children: string
}

/** A decision that leads back to the inbox. */
function EntryButton({ entryId, place, action, about, children }: ButtonProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="entry" value={entryId} />
      <PlaceFields {...place} />
      <button type="submit" class="button plain">
        {children} <span class="visually-hidden">{about}</span>
      </button>
    </form>
  )
}

/** The fields of a form that leads back to its place. */
export function PlaceFields({ unread, offset }: Place) {
  return (
    <>
      {unread && <input type="hidden" name="unread" value="true" />}
      {offset > 0 && <input type="hidden" name="offset" value={offset} />}
    </>
  )
}
