import type { Context } from '../../../lib/context.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { everydayNames } from '../../../lib/lookup/english-words.ts'
import { listTermsAsJson, parseSlice } from '../../../lib/lookup/filter-to-terms.ts'
import { pageSize, type TableQuery } from '../../../lib/web/table-query.ts'

/** Reads a page of the table of all terms, with what its filters offer. */
export async function readTable(
  ctx: Pick<Context, 'db' | 'names' | 'now'>,
  actor: Actor,
  query: TableQuery,
  offset: number,
) {
  const { q: text, import: importId, everyday: isEveryday, sort, order, updated_since, ...filter } = query
  const owner = filter.owner === 'me' ? actor.id : filter.owner
  const range = { limit: pageSize, offset }
  const everyday = isEveryday && everydayNames(await ctx.names.read())
  const [terms, categories, owners] = await Promise.all([
    listTermsAsJson(ctx, { ...filter, owner, text, importId, everyday }, range, { sort, order, updated_since }),
    listCategories(ctx),
    ctx.db.many<{ id: string; name: string }>('web/list-owners', {}),
  ])
  return { query, terms: parseSlice(terms), offset, categories, owners, now: ctx.now() }
}

export type TableView = Awaited<ReturnType<typeof readTable>>
