import { readStats, readWeeks } from '../../../lib/admin/stats.ts'
import { Overview } from '../../../lib/pages/admin/overview.tsx'
import { page } from '../../../lib/pages/page.tsx'

const halfAYear = 26

/** The numbers of the glossary, and how they came about. */
export default page(
  { path: '/admin', summary: 'Overview for admins', role: 'admin' },
  async ({ ctx, show }) => {
    const [stats, weeks] = await Promise.all([readStats(ctx), readWeeks(ctx, halfAYear)])
    return show('Overview', <Overview stats={stats} weeks={weeks} />)
  },
)
