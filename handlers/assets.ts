import * as v from 'valibot'
import { findAsset } from '../lib/http/assets.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { Problem } from '../lib/problem.ts'

/** Returns the files that pages load: styles, scripts, the icon. Their URLs change with their content. */
export default endpoint(
  {
    method: 'GET',
    path: '/assets/:file',
    summary: 'Get a style sheet, script, icon or font',
    tag: 'service',
    access: 'public',
    counts: 'nobody',
    params: v.object({ file: v.string() }),
    responses: { 200: { media: ['text/css', 'text/javascript', 'image/svg+xml', 'image/x-icon', 'font/woff2'] } },
  },
  async ({ params, request, reply }) => {
    const asset = await findAsset(params.file, request)
    if (!asset) throw new Problem('not_found')
    return reply(200, asset.body, { ...asset.headers, 'cache-control': 'public, max-age=31536000, immutable' })
  },
)
