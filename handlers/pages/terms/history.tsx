import * as v from 'valibot'
import { readTermDetails } from '../../../lib/glossary/details.ts'
import { listHistory } from '../../../lib/glossary/history.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import { ListRange } from '../../../lib/schemas/list.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { HistoryPage, HistoryPart } from './history-view.tsx'

const pageSize = 20

export default page(
  {
    path: '/terms/:id/history',
    summary: 'Read the history of a term',
    params: ById,
    query: v.object({ offset: ListRange.entries.offset }),
  },
  async ({ ctx, actor, params, query: { offset }, isPartial, sendPage, sendPart }) => {
    const [term, { mayEdit }, { items, total }] = await Promise.all([
      readTerm(ctx, params.id),
      readTermDetails(ctx, actor, params.id),
      listHistory(ctx, params.id, { limit: pageSize, offset }),
    ])
    const props = { term, mayEdit, items, range: { total, offset, pageSize } }
    if (isPartial) return sendPart(<HistoryPart {...props} isPart />)
    return sendPage(`History of ${term.name}`, <HistoryPage {...props} />)
  },
)
