import { readStats, readWeeks } from '../../../lib/admin/stats.ts'
import { Overview } from '../../../lib/pages/admin/overview.tsx'
import { page } from '../../../lib/pages/page.tsx'

const weekCount = 26

/** Statistics of the glossary. */
export default page(
  { path: '/admin', summary: 'Overview for admins', role: 'admin' },
  async ({ ctx, show }) => {
    const [stats, weeks] = await Promise.all([readStats(ctx), readWeeks(ctx, weekCount)])
    return show('Overview', <Overview stats={stats} weeks={weeks} />)
  },
)
