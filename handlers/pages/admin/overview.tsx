import { readStats, readWeeks } from '../../../lib/admin/stats.ts'
import { Overview } from '../../../lib/pages/admin/overview.tsx'
import { page } from '../../../lib/pages/page.tsx'

const weekCount = 26

/** Statistics of the glossary. */
export default page(
  { path: '/admin', summary: 'Overview for admins', role: 'admin' },
  async ({ ctx, sendPage }) => {
    const [stats, weeks] = await Promise.all([readStats(ctx), readWeeks(ctx, weekCount)])
    return sendPage('Overview', <Overview stats={stats} weeks={weeks} />)
  },
)
