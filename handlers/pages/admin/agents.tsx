import { takeExam } from '../../../lib/exam/exam.ts'
import { AgentsPage } from '../../../lib/pages/admin/agents.tsx'
import { page } from '../../../lib/pages/page.tsx'

/** Few enough for the time that a request may take. */
const maxQuestions = 2000

/** The exam for agents: what they would not find, get wrong or mix up. */
export default page(
  { path: '/admin/agents', summary: 'Exam for agents', role: 'admin' },
  async ({ ctx, sendPage }) => {
    const report = await takeExam(ctx, maxQuestions)
    return sendPage('Agents', <AgentsPage {...report} />)
  },
)
