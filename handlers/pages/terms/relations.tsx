import * as v from 'valibot'
import { readTerm } from '../../../lib/glossary/read.ts'
import { listRelations } from '../../../lib/glossary/relations.ts'
import { ByOffset } from '../../../lib/schemas/list.ts'
import { relationWords } from '../../../lib/schemas/relations.ts'
import { RelationQuery } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { RelationsPage, RelationsPart } from './relations-view.tsx'

const pageSize = 50

/** All relations of a term, of which its page has the first of each kind. */
export default page(
  {
    path: '/terms/:id/relations',
    summary: 'Read the relations of a term',
    params: ById,
    query: v.object({ kind: RelationQuery.entries.kind, ...ByOffset.entries }),
  },
  async ({ ctx, actor, params, query: { kind, offset }, isPartial, sendPage, sendPart }) => {
    const [term, { items, total }] = await Promise.all([
      readTerm(ctx, params.id),
      listRelations(ctx, actor, params.id, { kind, limit: pageSize, offset }),
    ])
    const props = { term, kind, items, range: { total, offset, pageSize } }
    if (isPartial) return sendPart(<RelationsPart {...props} isPart />)
    return sendPage(`${kind ? relationWords[kind].heading : 'Relations'}: ${term.name}`, <RelationsPage {...props} />)
  },
)
