import type { Context } from '../../../lib/context.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { listTermsAsJson, parseSlice } from '../../../lib/lookup/list.ts'
import { pageSize, type TableQuery } from '../../../lib/web/table-query.ts'

/** Reads a page of the table of all terms. */
export async function readTable(ctx: Pick<Context, 'db' | 'now'>, actor: Actor, query: TableQuery, offset: number) {
  const { q: text, import: importId, sort, order, updated_since, ...filter } = query
  const owner = filter.owner === 'me' ? actor.id : filter.owner
  const range = { limit: pageSize, offset }
  const [terms, categories, owners] = await Promise.all([
    listTermsAsJson(ctx, { ...filter, owner, text, importId }, range, { sort, order, updated_since }),
    listCategories(ctx),
    ctx.db.many<{ id: string; name: string }>('web/list-owners', {}),
  ])
  return { query, terms: parseSlice(terms), offset, categories, owners, now: ctx.now() }
}

export type TableView = Awaited<ReturnType<typeof readTable>>
