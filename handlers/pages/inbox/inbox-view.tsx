import { textsOf } from '../../../lib/glossary/texts.ts'
import { describeNotice } from '../../../lib/notify/sentences.ts'
import { conflictsOf, mayDecide } from '../../../lib/review/proposals.ts'
import type { InboxEntry } from '../../../lib/schemas/inbox.ts'
import type { Proposal } from '../../../lib/schemas/proposal.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { Correction, mayAnswer, Reply, ReportOutcome } from '../../../lib/web/correction.tsx'
import { inboxUrl, type Place } from '../../../lib/web/entry-link.ts'
import type { Reader } from '../../../lib/web/page.tsx'
import { ActionButton, Hidden } from '../../../lib/web/parts/form.tsx'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { type Listing, Records, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { PagePart } from '../../../lib/web/parts/part.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Changes } from '../../../lib/web/parts/word-diff.tsx'
import { Decline, Outcome, proposedTexts } from '../../../lib/web/proposals.tsx'
import type { FullEntry } from './read-inbox.ts'

type InboxProps = {
  entries: Listing<FullEntry>
  /** whether entries that were read are left out */
  onlyUnread: boolean
  reader: Reader
}

export function InboxPage(props: InboxProps) {
  return (
    <>
      <PageHead
        title="Inbox"
        lead="What happens to your terms, your proposals and reports, and to what you follow."
        help="basics.md#inbox-following-and-messages"
      />
      <Inbox {...props} />
    </>
  )
}

const emptyTexts = {
  all: 'Nothing yet. Follow a term or a category to hear about its changes.',
  unread: 'You have read everything.',
}

/** The filter and the entries, which htmx replaces. */
export function Inbox({ isPart = false, ...props }: InboxProps & { isPart?: boolean }) {
  const { entries, onlyUnread, reader } = props
  const empty = emptyTexts[onlyUnread ? 'unread' : 'all']
  const place = { unread: onlyUnread, offset: offsetAfterOne(props) }
  return (
    <PagePart id="inbox" label="Notifications" says={isPart && (entries.items.length > 0 ? rangeOf(entries) : empty)}>
      <div class="inbox-head">
        <nav class="tabs" aria-label="State" hx-boost="true">
          {[false, true].map((each) => (
            <a
              key={String(each)}
              id={each ? 'unread' : 'all'}
              href={inboxUrl({ unread: each, offset: 0 })}
              aria-current={each === onlyUnread ? 'true' : undefined}
            >
              {each ? 'Unread' : 'All'}
            </a>
          ))}
        </nav>
        {entries.items.some(({ read_at }) => read_at === null) && (
          <MarkAsRead place={{ unread: onlyUnread, offset: 0 }}>Mark all as read</MarkAsRead>
        )}
      </div>
      <Records {...entries} address={(offset) => inboxUrl({ unread: onlyUnread, offset })} empty={<p>{empty}</p>}>
        {(entry) => <Entry key={entry.id} {...{ entry, place, reader }} />}
      </Records>
    </PagePart>
  )
}

/** Where a list goes on once one of its entries is read: the last unread one of a part leaves none there. */
const offsetAfterOne = ({ entries: { items, offset, pageSize }, onlyUnread }: InboxProps) =>
  onlyUnread && items.length === 1 ? Math.max(0, offset - pageSize) : offset

type EntryProps = { entry: FullEntry; place: Place; reader: Reader }

function Entry({ entry, place, reader }: EntryProps) {
  const { id, actor, created_at, read_at } = entry
  const { before, after, quote } = describeNotice(entry, {
    who: actor?.display_name ?? 'Someone',
    actorId: actor?.id ?? null,
    readerId: reader.id,
  })
  return (
    <li id={id} class={read_at === null ? 'record unread' : 'record'}>
      <div>
        <h2 class="person">
          {before}
          <Subject {...entry} />
          {after}
        </h2>
        {quote && <blockquote dir="auto">{quote}</blockquote>}
        <EntryContent {...{ entry, place, reader }} />
        <p class="facts">
          {read_at === null && <b>New</b>}
          <RelativeTime at={created_at} />
        </p>
      </div>
      {read_at === null && (
        <MarkAsRead {...{ id, place }} about={before + (entry.term?.name ?? '')}>
          Mark as read
        </MarkAsRead>
      )}
    </li>
  )
}

/** The URL of a list of the terms that an entry is about, if there is one. */
function urlOfSeveral(kind: InboxEntry['kind'], { action, owned, to }: InboxEntry['detail']) {
  if (kind === 'stale') return buildUrl('/browse', { stale: true, owner: owned ? 'me' : undefined })
  if (action === 'category.renamed') return buildUrl('/browse', { category: to ?? undefined })
  return null
}

/** The term with a link to where the reader can do something about it. */
function Subject({ id, term, meaning, kind, detail }: FullEntry) {
  const several = urlOfSeveral(kind, detail)
  if (several) {
    return (
      <>
        . <a href={several}>Show</a>
      </>
    )
  }
  if (!term) return null
  if (detail.action === 'term.deleted' || detail.action === 'term.dismissed') return term.name
  const isProposal = kind === 'proposed' || kind === 'proposal_decided'
  const path = isProposal ? `/proposals/${detail.proposal_id}` : `/terms/${term.id}`
  return (
    <a href={entryUrl(path, id)}>
      {term.name}
      {meaning && ` (${meaning})`}
    </a>
  )
}

type MarkAsReadProps = { id?: string; place: Place; about?: string; children: string }

/** Marks an entry as read, or all without an ID. The whole page is loaded again, as its header has the number. */
const MarkAsRead = ({ id, place, ...button }: MarkAsReadProps) => (
  <ActionButton action="/inbox/read" fields={<Hidden id={id} {...fieldsOf(place)} />} look="quiet" {...button} />
)

type EntryContentProps = { entry: FullEntry; place: Place; reader: Reader }

/** What an entry is about, and what the reader can do about it here. */
function EntryContent({ entry, place, reader }: EntryContentProps) {
  const { id, changes, proposed, reported, settled, isAsked, isUndone, staleIds, imported, term, detail } = entry
  const outcome = proposed && proposed.proposal.status !== 'open' && proposed.proposal
  const isUnsettled = reported?.disputes.some((each) => each.id === detail.dispute_id)
  const stale = (detail.terms ?? []).filter((each) => staleIds.includes(each.id))
  return (
    <>
      {changes && <Changes from={textsOf(changes, 'from')} to={textsOf(changes, 'to')} />}
      {proposed && <Changes {...proposedTexts(proposed.proposal, proposed.term)} />}
      {outcome && detail.action !== `proposal.${outcome.status}` && <Outcome {...outcome} />}
      {proposed?.proposal.status === 'open' && mayDecide(reader, proposed.term) && (
        <Decide {...{ entryId: id, place }} {...proposed} />
      )}
      {settled && <ReportOutcome {...settled} reader={reader} />}
      {reported && isUnsettled && mayAnswer(reader, reported.term) && (
        <Correction
          {...reported}
          reader={reader}
          place={{
            id: `answer-${id}`,
            path: `/terms/${reported.term.id}/answer`,
            fields: <EntryFields entryId={id} place={place} />,
          }}
        />
      )}
      {isUndone && <p>This decision was undone. It waits for another one.</p>}
      {isAsked && term && (
        <Reply
          termId={term.id}
          name={term.name}
          id={`reply-${id}`}
          fields={<EntryFields entryId={id} place={place} />}
        />
      )}
      {stale.length > 0 && (
        <ul class="stale-terms">
          {stale.map(({ id: termId, name }) => (
            <li key={termId}>
              <a href={entryUrl(`/terms/${termId}`, id)}>{name}</a>{' '}
              <EntryButton {...{ entryId: id, place }} action={`/terms/${termId}/confirm`} about={name}>
                Still right
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
          {(detail.total ?? 0) > imported.length && ` and ${(detail.total ?? 0) - imported.length} more`}
        </p>
      )}
    </>
  )
}

/** The URL of a page that marks an entry as read when it is opened. */
const entryUrl = (path: string, entryId: string) => `${path}?entry=${entryId}`

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
      <Decline {...{ proposal, about: term.name }} fields={<EntryFields entryId={entryId} place={place} />} />
    </div>
  )
}

type ButtonProps = { entryId: string; place: Place; action: string; about: string; children: string }

/** A decision that leads back to the inbox. */
const EntryButton = ({ entryId, place, ...button }: ButtonProps) => (
  <ActionButton {...button} fields={<EntryFields entryId={entryId} place={place} />} />
)

const EntryFields = ({ entryId, place }: Pick<ButtonProps, 'entryId' | 'place'>) => (
  <Hidden entry={entryId} {...fieldsOf(place)} />
)

/** The fields of a form that leads back to its place. */
const fieldsOf = ({ unread, offset }: Place) => ({ unread: unread || undefined, offset: offset || undefined })
