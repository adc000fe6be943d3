import { ExplainPage } from '../../../lib/pages/explain/explain.tsx'
import { page } from '../../../lib/pages/page.tsx'

/** The page that explains a text. */
export default page({ path: '/explain', summary: 'Explain a text' }, ({ sendPage }) =>
  sendPage('Explain a text', <ExplainPage text="" />),
)
