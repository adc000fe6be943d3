import { endpoint } from '../../lib/http/endpoint.ts'
import { htmlType, pageHeaders } from '../../lib/pages/document.tsx'
import { LogIn } from '../../lib/pages/log-in.tsx'
import { renderPage } from '../../lib/pages/page.tsx'

/** Where people log in. */
export default endpoint(
  {
    method: 'GET',
    path: '/login',
    summary: 'Log in',
    tag: 'service',
    access: 'public',
    answers: { 200: { media: [htmlType] } },
    hidden: true,
  },
  ({ ctx, request, reply }) => {
    const { devMode, slackClientId, slackClientSecret } = ctx.settings
    const content = <LogIn devMode={devMode} slack={Boolean(slackClientId && slackClientSecret)} />
    const text = renderPage(ctx, { title: 'Log in', content, viewer: null, url: request.url })
    return reply(200, text, pageHeaders)
  },
)
