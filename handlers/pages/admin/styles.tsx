import { Problem } from '../../../lib/problem.ts'
import { page } from '../../../lib/web/page.tsx'
import { StylesPage } from './styles-view.tsx'

/** Shows every part of the pages, in development mode. */
export default page(
  { path: '/admin/styles', summary: 'Styles', role: 'admin' },
  ({ ctx, sendPage }) => {
    if (!ctx.settings.devMode) throw new Problem('not_found')
    return sendPage('Styles', <StylesPage />)
  },
)
