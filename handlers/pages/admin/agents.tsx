import * as v from 'valibot'
import { takeExam } from '../../../lib/exam/exam.ts'
import { listAgents } from '../../../lib/identity/agents.ts'
import { ListRange } from '../../../lib/schemas/list.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { AgentsPage } from './agents-view.tsx'

/** How much the exam asks: less than a page may take, on a busy machine as well. */
const maxTerms = 100
const maxMs = 5000

/** The connected agents of all users, and the exam for agents: what they would not find, get wrong or mix up. */
export default page(
  {
    path: '/admin/agents',
    summary: 'Agents for admins',
    role: 'admin',
    query: v.object({ agents: ListRange.entries.offset }),
  },
  async ({ ctx, query, sendPage }) => {
    const agents = ctx.oauth && (await readListing(query.agents, (range) => listAgents(ctx, null, range)))
    const report = await takeExam(ctx, maxTerms, maxMs)
    return sendPage('Agents', <AgentsPage agents={agents} report={report} />)
  },
)
