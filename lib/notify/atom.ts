import { hash } from 'node:crypto'
import { nextTurn } from '../app/next-turn.ts'
import type { Context } from '../context.ts'
import { escapeXml } from '../export/xml.ts'
import { changedFields, fieldNames, textsOf } from '../glossary/texts.ts'
import { compareWords, needsGap, type Part } from '../glossary/word-diff.ts'
import type { InboxDetail } from '../schemas/inbox.ts'
import type { HistoryEntry } from '../schemas/term.ts'
import { describeNotice } from './sentences.ts'

type FollowedChange = {
  id: string
  term_id: string | null
  term_name: string | null
  actor_name: string | null
  detail: InboxDetail
  created_at: string
  /** that of the term now; null if it is gone */
  definition: string | null
  /** what an edit changed; otherwise null */
  changes: HistoryEntry['changes'] | null
}

const maxEntries = 500

/** The media type of the feed (RFC 4287, section 7). */
export const atomType = 'application/atom+xml; charset=utf-8'

type AtomFeed = {
  /** changes with the content */
  tag: string
  /** when the newest change was made; undefined without changes */
  changedAt: Date | undefined
  /** Writes the feed. @param url its own URL, which contains a token */
  render(url: string): Promise<string>
}

/** Reads the changes of the last 30 days to what a person follows, for an Atom feed (RFC 4287). */
export async function followedChanges(
  { db, settings: { appUrl }, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  userId: string,
): Promise<AtomFeed> {
  const params = { user_id: userId, now: now().toISOString(), limit: maxEntries }
  const changes = await db.many<FollowedChange>('notify/recent-changes', params)
  const [newest] = changes
  return {
    tag: `"${hash('sha256', JSON.stringify([appUrl, changes]), 'base64url').slice(0, 22)}"`,
    changedAt: newest && new Date(newest.created_at),
    async render(url) {
      const entries: string[] = []
      for (const change of changes) {
        entries.push(toEntry(change, appUrl, userId))
        await nextTurn() // Comparing two long texts takes a few milliseconds.
      }
      const lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        `<id>urn:uuid:${userId}</id>`,
        '<title>Glossary: changes to what you follow</title>',
        `<updated>${toRfc3339(newest?.created_at ?? now().toISOString())}</updated>`,
        `<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>`,
        `<link href="${escapeXml(`${appUrl}/inbox`)}"/>`,
        ...entries,
        '</feed>',
      ]
      return `${lines.join('\n')}\n`
    },
  }
}

function toEntry(change: FollowedChange, appUrl: string, userId: string): string {
  const who = change.actor_name ?? 'Someone'
  const { before, after, quote } = describeNotice(
    { kind: 'followed', detail: change.detail },
    { who, actorId: null, readerId: userId },
  )
  const at = toRfc3339(change.created_at)
  const html = toHtml(change, quote)
  return [
    '<entry>',
    `<id>urn:uuid:${change.id}</id>`,
    `<title>${escapeXml(before + (change.term_name ?? '') + after)}</title>`,
    `<updated>${at}</updated>`,
    `<author><name>${escapeXml(who)}</name></author>`,
    `<link href="${escapeXml(appUrl + (change.term_id ? `/terms/${change.term_id}` : '/inbox'))}"/>`,
    `<content type="html">${escapeXml(html)}</content>`,
    '</entry>',
  ].join('')
}

/** What an edit changed, word by word; otherwise the definition. A note or reason follows. */
function toHtml({ changes, definition }: FollowedChange, quote: string | null): string {
  const paragraphs = changes ? toDifferences(changes) : definition ? [toLines(definition)] : []
  if (quote) paragraphs.push(`<q>${toLines(quote)}</q>`)
  return paragraphs.map((paragraph) => `<p dir="auto">${paragraph}</p>`).join('')
}

function toDifferences(changes: HistoryEntry['changes']): string[] {
  const [from, to] = [textsOf(changes, 'from'), textsOf(changes, 'to')]
  return changedFields(from, to).map((field) => {
    const [before, after] = [from[field] ?? '', to[field] ?? '']
    const parts = compareWords(before, after)
    return `${fieldNames[field]}: ${parts ? parts.map(toMarked).join('') : `${toLines(after)} (text replaced)`}`
  })
}

function toMarked(part: Part) {
  if (!('removed' in part)) return toLines(part.unchanged)
  const removed = part.removed && `<del>${toLines(part.removed)}</del>`
  const added = part.added && `<ins>${toLines(part.added)}</ins>`
  return removed + (needsGap(part) ? ' ' : '') + added
}

const toLines = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map(escapeXml)
    .join('<br>')

const toRfc3339 = (time: string) => new Date(time).toISOString()
