import { assetContent } from '../lib/http/assets.ts'
import { endpoint } from '../lib/http/endpoint.ts'

/** Returns the icon that browsers request by this name even if a page links another one. */
export default endpoint(
  {
    method: 'GET',
    path: '/favicon.ico',
    summary: 'Get the icon of the site',
    tag: 'service',
    access: 'public',
    counts: 'nobody',
    responses: { 200: { media: ['image/x-icon'] } },
  },
  ({ reply }) => reply(200, assetContent('favicon.ico'), { 'cache-control': 'public, max-age=86400' }),
)
