import * as v from 'valibot'
import { listNotices } from '../../../lib/lookup/wanted-names.ts'
import { listFollows } from '../../../lib/notify/follows.ts'
import { readMine } from '../../../lib/review/mine.ts'
import { ListRange } from '../../../lib/schemas/list.ts'
import { page } from '../../../lib/web/page.tsx'
import { pageSize } from '../../../lib/web/parts/pager.tsx'
import { MineList, MinePage, mineLists } from './mine-view.tsx'

/**
 * The terms that the reader owns, follows, has proposed changes to or has disputed, the categories that they follow,
 * the words that they asked for, and what waits for them; or one of these lists.
 */
export default page(
  {
    path: '/mine',
    summary: 'My terms',
    query: v.object({
      list: v.optional(v.picklist(mineLists, `must be one of ${mineLists.join(', ')}`)),
      offset: ListRange.entries.offset,
    }),
  },
  async ({ ctx, actor, query: { list, offset }, sendPage }) => {
    const range = { limit: pageSize, offset: list ? offset : 0 }
    const [{ terms, waiting }, { categories }, wanted] = await Promise.all([
      readMine(ctx, actor.id, range),
      listFollows(ctx, actor.id, range),
      ctx.settings.wanted ? listNotices(ctx, actor.id, range) : undefined,
    ])
    const lists = { ...terms, categories, wanted }
    return sendPage(
      'My terms',
      list ? (
        <MineList lists={lists} list={list} offset={offset} />
      ) : (
        <MinePage lists={lists} waiting={waiting} readerId={actor.id} />
      ),
    )
  },
)
