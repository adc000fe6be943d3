import * as v from 'valibot'
import type { Db } from '../../../lib/context.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { listCategories, listInitials, offsetOfInitial } from '../../../lib/lookup/browse.ts'
import { listTerms } from '../../../lib/lookup/list.ts'
import { followsCategory } from '../../../lib/notify/follows.ts'
import { TermQuery } from '../../../lib/schemas/term.ts'
import { text } from '../../../lib/schemas/text.ts'
import { type ListProps, ListQuery, pageSize } from '../../../lib/web/list-query.ts'

/** The filters of a list by name, and where it begins: at an offset, or at the first name with a letter. */
export const BrowseQuery = v.object({
  ...v.omit(ListQuery, ['q']).entries,
  offset: TermQuery.entries.offset,
  letter: v.optional(text(1)),
})
export type BrowseQuery = v.InferOutput<typeof BrowseQuery>

export type BrowseProps = ListProps & {
  /** initials of the names that match the filters; empty for the meanings of one name */
  initials: readonly string[]
}

/** Reads a page of the list by name. */
export async function readBrowse(
  ctx: Db,
  actor: Actor,
  { offset, letter, ...query }: BrowseQuery,
): Promise<BrowseProps> {
  const { category } = query
  const filter = query.owner === 'me' ? { ...query, owner: actor.id } : query
  // Everything that sorts before the letter A is at the beginning.
  const isLetter = letter !== undefined && letter.toLowerCase() >= 'a'
  const start = isLetter ? await offsetOfInitial(ctx, letter, filter) : offset
  const [terms, initials, categories, isFollowed] = await Promise.all([
    listTerms(ctx, filter, { limit: pageSize, offset: start }),
    filter.name === undefined ? listInitials(ctx, filter) : [],
    listCategories(ctx),
    category !== undefined && followsCategory(ctx, actor.id, category),
  ])
  return { ...query, terms, offset: start, initials, categories, isFollowed }
}
