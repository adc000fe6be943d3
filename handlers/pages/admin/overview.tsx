import { readStats, readWeeks } from '../../../lib/admin/stats.ts'
import { page } from '../../../lib/web/page.tsx'
import { Overview } from './overview-view.tsx'

const weekCount = 26

export default page({ path: '/admin', summary: 'Overview for admins', role: 'admin' }, async ({ ctx, sendPage }) => {
  const [stats, weeks] = await Promise.all([readStats(ctx), readWeeks(ctx, weekCount)])
  return sendPage('Overview', <Overview stats={stats} weeks={weeks} />)
})
