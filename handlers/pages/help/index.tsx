import { HelpIndex } from '../../../lib/pages/help/help.tsx'
import { page } from '../../../lib/pages/page.tsx'

/** Lists the documents. */
export default page({ path: '/help', summary: 'Help' }, ({ sendPage }) =>
  sendPage('Help', <HelpIndex />),
)
