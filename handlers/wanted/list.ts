import * as v from 'valibot'
import { endpoint } from '../../lib/http/endpoint.ts'
import { isEditor } from '../../lib/identity/actor.ts'
import { listWanted } from '../../lib/lookup/wanted-names.ts'
import { ListRange } from '../../lib/schemas/list.ts'
import { WantedName } from '../../lib/schemas/wanted.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/wanted',
    operationId: 'listWantedNames',
    summary: 'List wanted names',
    description:
      'Names that three or more people looked up in one week and did not find, in the last 90 days, most wanted first; two are enough if someone asked to be told about the name. Everyone gets names that are written like an acronym, or that discovery or an explained text contained; editors get all. `people` is the number of people in the week with the most; `surfaces` says where they looked.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    query: ListRange,
    responses: { 200: v.array(WantedName) },
    problems: [404],
  },
  async ({ ctx, actor, query, replyList }) =>
    replyList(await listWanted(ctx, { id: actor.id, isEditor: isEditor(actor) }, query)),
)
