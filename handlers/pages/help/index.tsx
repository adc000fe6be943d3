import { page } from '../../../lib/web/page.tsx'
import { HelpIndex } from './help-view.tsx'

export default page({ path: '/help', summary: 'Help' }, ({ ctx, sendPage }) =>
  sendPage('Help', <HelpIndex hasSlack={ctx.slack !== null} />),
)
