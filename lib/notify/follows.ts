import type { Context } from '../context.ts'
import { termNotFound } from '../glossary/read.ts'
import type { Follows } from '../schemas/inbox.ts'

type Needs = Pick<Context, 'db'>

/**
 * Makes a person follow a term, or ends it. Repeating either changes nothing.
 *
 * @throws Problem `not_found`
 */
export async function followTerm(
  { db }: Needs,
  userId: string,
  termId: string,
  isFollowed: boolean,
): Promise<void> {
  const statement = isFollowed ? 'follows/follow-term' : 'follows/unfollow-term'
  const term = await db.one(statement, { term_id: termId, user_id: userId })
  if (!term) throw termNotFound()
}

/** Makes a person follow a category, or ends it, ignoring case. Repeating either changes nothing. */
export async function followCategory(
  { db }: Needs,
  userId: string,
  category: string,
  isFollowed: boolean,
): Promise<void> {
  const statement = isFollowed ? 'follows/follow-category' : 'follows/unfollow-category'
  await db.run(statement, { category, user_id: userId })
}

/** Lists what a person follows, by name. */
export async function listFollows({ db }: Needs, userId: string): Promise<Follows> {
  const rows = await db.many<{ term_id: string | null; name: string }>('follows/list', {
    user_id: userId,
  })
  return {
    terms: rows.flatMap(({ term_id, name }) => (term_id === null ? [] : [{ id: term_id, name }])),
    categories: rows.filter(({ term_id }) => term_id === null).map(({ name }) => name),
  }
}

/** Whether a person follows a category, ignoring case. */
export async function followsCategory(
  { db }: Needs,
  userId: string,
  category: string,
): Promise<boolean> {
  const params = { category, user_id: userId }
  const row = await db.one<{ is_followed: boolean }>('follows/follows-category', params)
  return row?.is_followed ?? false
}
