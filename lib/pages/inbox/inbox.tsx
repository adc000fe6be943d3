import type { ComponentChildren } from 'preact'
import { describe } from '../../notify/sentences.ts'
import type { InboxEntry } from '../../schemas/inbox.ts'
import { Announcement } from '../parts/announcement.tsx'
import { HelpLink } from '../parts/help-link.tsx'
import type { Listing } from '../parts/listing.ts'
import { rangeOf } from '../parts/pager.tsx'
import { Records } from '../parts/records.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { buildUrl } from '../parts/url.ts'
import type { Reader } from '../terms/view.ts'
import { Content, entryUrl } from './content.tsx'
import type { FullEntry } from './read-inbox.ts'

type InboxProps = {
  entries: Listing<FullEntry>
  /** whether entries that were read are left out */
  onlyUnread: boolean
  reader: Reader
}

/** Returns the URL of an inbox. */
export const inboxUrl = (onlyUnread: boolean, offset = 0) =>
  buildUrl('/inbox', { unread: onlyUnread || undefined, offset: offset || undefined })

/** The page of what concerns the reader. */
export function InboxPage(props: InboxProps) {
  return (
    <>
      <div class="page-head">
        <h1>Inbox</h1>
        <p class="lead">
          What happens to your terms, your proposals and reports, and to what you follow.
        </p>
        <HelpLink file="notifications.md" />
      </div>
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
  return (
    <>
      <section
        id="inbox"
        aria-label="Notifications"
        hx-target="#inbox"
        hx-swap="outerHTML show:none"
      >
        <div class="inbox-head">
          <nav class="tabs" aria-label="State" hx-boost="true">
            {[false, true].map((each) => (
              <a
                key={String(each)}
                id={each ? 'unread' : 'all'}
                href={inboxUrl(each)}
                aria-current={each === onlyUnread ? 'true' : undefined}
              >
                {each ? 'Unread' : 'All'}
              </a>
            ))}
          </nav>
          {entries.items.some(({ read_at }) => read_at === null) && (
            <MarkAsRead onlyUnread={onlyUnread}>Mark all as read</MarkAsRead>
          )}
        </div>
        <Records
          {...entries}
          address={(offset) => inboxUrl(onlyUnread, offset)}
          empty={<p>{empty}</p>}
        >
          {(entry) => <Entry key={entry.id} {...{ entry, onlyUnread, reader }} />}
        </Records>
      </section>
      {isPart && <Announcement text={entries.items.length > 0 ? rangeOf(entries) : empty} />}
    </>
  )
}

type EntryProps = { entry: FullEntry; onlyUnread: boolean; reader: Reader }

function Entry({ entry, onlyUnread, reader }: EntryProps) {
  const { id, actor, created_at, read_at } = entry
  const { before, after, quote } = describe(entry, {
    who: actor?.display_name ?? 'Someone',
    actorId: actor?.id ?? null,
    readerId: reader.id,
  })
  return (
    <li class={read_at === null ? 'record unread' : 'record'}>
      <div>
        <h2>
          {before}
          <Subject {...entry} />
          {after}
        </h2>
        {quote && <blockquote dir="auto">{quote}</blockquote>}
        <Content entry={entry} reader={reader} />
        <p class="facts">
          {read_at === null && <b>New</b>}
          <RelativeTime at={created_at} />
        </p>
      </div>
      {read_at === null && (
        <MarkAsRead {...{ id, onlyUnread }}>
          Mark as read <span class="visually-hidden">{before + (entry.term?.name ?? '')}</span>
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
function Subject({ id, term, kind, detail }: InboxEntry) {
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
  return <a href={entryUrl(path, id)}>{term.name}</a>
}

type MarkAsReadProps = { id?: string; onlyUnread: boolean; children: ComponentChildren }

/** Marks an entry as read, or all without an ID. The whole page is loaded again, as its header has the number. */
function MarkAsRead({ id, onlyUnread, children }: MarkAsReadProps) {
  return (
    <form method="post" action="/inbox/read">
      {id && <input type="hidden" name="id" value={id} />}
      {onlyUnread && <input type="hidden" name="unread" value="true" />}
      <button type="submit" class="quiet">
        {children}
      </button>
    </form>
  )
}
