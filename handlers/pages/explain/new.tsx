import { page } from '../../../lib/web/page.tsx'
import { ExplainPage } from './explain-view.tsx'

export default page({ path: '/explain', summary: 'Explain a text' }, ({ sendPage }) =>
  sendPage('Explain a text', <ExplainPage text="" />),
)
