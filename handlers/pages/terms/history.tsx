import { listHistory } from '../../../lib/glossary/history.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import { mayEdit } from '../../../lib/glossary/revise.ts'
import { ByOffset } from '../../../lib/schemas/list.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { HistoryPage, HistoryPart } from './history-view.tsx'

const pageSize = 20

export default page(
  { path: '/terms/:id/history', summary: 'Read the history of a term', params: ById, query: ByOffset },
  async ({ ctx, actor, params, query: { offset }, isPartial, sendPage, sendPart }) => {
    const [term, { items, total }] = await Promise.all([
      readTerm(ctx, params.id),
      listHistory(ctx, params.id, { limit: pageSize, offset }),
    ])
    const range = { total, offset, pageSize }
    const props = { term, mayEdit: mayEdit(ctx, actor, term), items, range }
    if (isPartial) return sendPart(<HistoryPart {...props} isPart />)
    return sendPage(`History of ${term.name}`, <HistoryPage {...props} />)
  },
)
