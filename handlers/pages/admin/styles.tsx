import { StylesPage } from '../../../lib/pages/admin/styles.tsx'
import { page } from '../../../lib/pages/page.tsx'
import { Problem } from '../../../lib/problem.ts'

/** Shows every part of the pages, in development mode. */
export default page(
  { path: '/admin/styles', summary: 'Styles', role: 'admin' },
  ({ ctx, sendPage }) => {
    if (!ctx.settings.devMode) throw new Problem('not_found')
    return sendPage('Styles', <StylesPage />)
  },
)
