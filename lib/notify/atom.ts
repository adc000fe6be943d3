import type { Context } from '../context.ts'
import type { InboxDetail } from '../schemas/inbox.ts'
import { describe } from './sentences.ts'

type FollowedChange = {
  id: string
  term_id: string | null
  term_name: string | null
  actor_name: string | null
  detail: InboxDetail
  created_at: string
}

const maxEntries = 500

/** The media type of the feed (RFC 4287, section 7). */
export const atomType = 'application/atom+xml; charset=utf-8'

/**
 * Writes the changes of the last 30 days to what a person follows as an Atom feed (RFC 4287).
 * The feed does not contain its own URL, which contains a token.
 *
 * @returns XML
 */
export async function followedChanges(
  { db, settings: { appUrl }, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  userId: string,
): Promise<string> {
  const params = { user_id: userId, now: now().toISOString(), limit: maxEntries }
  const changes = await db.many<FollowedChange>('follows/recent-changes', params)
  const updated = changes[0]?.created_at ?? now().toISOString()
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:uuid:${userId}</id>`,
    '<title>Glossary: changes to what you follow</title>',
    `<updated>${toRfc3339(updated)}</updated>`,
    `<link href="${escapeXml(`${appUrl}/inbox`)}"/>`,
    ...changes.map((change) => toEntry(change, appUrl, userId)),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

function toEntry(change: FollowedChange, appUrl: string, userId: string): string {
  const who = change.actor_name ?? 'Someone'
  const { before, after, quote } = describe(
    { kind: 'followed', detail: change.detail },
    who,
    userId,
  )
  const at = toRfc3339(change.created_at)
  return [
    '<entry>',
    `<id>urn:uuid:${change.id}</id>`,
    `<title>${escapeXml(before + (change.term_name ?? '') + after)}</title>`,
    `<updated>${at}</updated>`,
    `<author><name>${escapeXml(who)}</name></author>`,
    `<link href="${escapeXml(appUrl + (change.term_id ? `/terms/${change.term_id}` : '/inbox'))}"/>`,
    `<content>${escapeXml(quote ?? '')}</content>`,
    '</entry>',
  ].join('')
}

const toRfc3339 = (time: string) => new Date(time).toISOString()

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text, and leaves out what XML 1.0 cannot contain (section 2.2). */
const escapeXml = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
