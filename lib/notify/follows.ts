import type { Context, Db } from '../context.ts'
import { isViolation } from '../db/errors.ts'
import type { Slice } from '../db/slice.ts'
import { termNotFound } from '../glossary/read.ts'
import { Problem } from '../problem.ts'
import type { TermName } from '../schemas/inbox.ts'
import type { ListRange } from '../schemas/list.ts'

/**
 * Makes a person follow a term, or ends it. Repeating either changes nothing.
 *
 * @throws Problem `not_found`, or `too_many_follows`
 */
export async function followTerm({ db }: Db, userId: string, termId: string, isFollowed: boolean): Promise<void> {
  const statement = isFollowed ? 'notify/follow-term' : 'notify/unfollow-term'
  const term = await db.one(statement, { term_id: termId, user_id: userId }).catch(refuseTooMany)
  if (!term) throw termNotFound()
}

/**
 * Makes a person follow a category, or ends it, ignoring case. Repeating either changes nothing.
 *
 * @throws Problem `too_many_follows`
 */
export async function followCategory({ db }: Db, userId: string, category: string, isFollowed: boolean): Promise<void> {
  const statement = isFollowed ? 'notify/follow-category' : 'notify/unfollow-category'
  await db.run(statement, { category, user_id: userId }).catch(refuseTooMany)
}

/** sql/functions/follows.sql holds the limit. */
function refuseTooMany(error: unknown): never {
  throw isViolation(error, 'follows_limit') ? new Problem('too_many_follows') : error
}

/** A slice of the terms that a person follows, and of the categories. */
type FollowsSlice = { terms: Slice<TermName>; categories: Slice<string> }

/**
 * Lists what a person follows, by name.
 *
 * @param range selects from the terms, and in the same way from the categories
 */
export async function listFollows({ db }: Db, userId: string, range: ListRange): Promise<FollowsSlice> {
  const empty = { items: [], total: 0 }
  const params = { user_id: userId, ...range }
  return (await db.one<FollowsSlice>('notify/list-follows', params)) ?? { terms: empty, categories: empty }
}

/** Whether a person follows a category, ignoring case. */
export async function followsCategory({ db }: Db, userId: string, category: string): Promise<boolean> {
  const params = { category, user_id: userId }
  const row = await db.one<{ is_followed: boolean }>('notify/follows-category', params)
  return row?.is_followed ?? false
}

/** Entries that were written before the digest was due are committed within this time. */
const graceMs = 60_000

type DigestNeeds = Pick<Context, 'db' | 'now'> & { settings: Pick<Context['settings'], 'digestHour' | 'timezone'> }

/**
 * Stores the messages about followed terms that are due: one for each person and day, at SERVICE_DIGEST_HOUR. However
 * often it runs, in however many processes, nobody gets two.
 *
 * @returns the number of messages
 */
export async function storeDigests({ db, settings, now }: DigestNeeds): Promise<number> {
  const row = await db.one<{ stored: number }>('notify/store-digests', {
    now: new Date(now().getTime() - graceMs).toISOString(),
    hour: settings.digestHour,
    timezone: settings.timezone,
  })
  return row?.stored ?? 0
}
