import { assetUrl, readAsset } from '../lib/http/assets.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { isFresh } from '../lib/http/etag.ts'

/**
 * Returns the script that marks terms in the pages of other websites. Its URL is written into them, and never changes.
 */
export default endpoint(
  {
    method: 'GET',
    path: '/embed.js',
    summary: 'Get the script that marks terms in other websites',
    tag: 'service',
    access: 'public',
    counts: 'nobody',
    responses: { 200: { media: ['text/javascript'] }, 304: null },
  },
  async ({ request, reply }) => {
    const tag = `"${assetUrl('embed.js')}"`
    const headers = {
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*', // a module is loaded with CORS
      'cross-origin-resource-policy': 'cross-origin',
      etag: `W/${tag}`,
      vary: 'Accept-Encoding, Origin',
    }
    if (isFresh(request.headers, tag)) return reply(304, null, headers)
    const asset = await readAsset('embed.js', request)
    return reply(200, asset.body, { ...headers, ...asset.headers })
  },
)
