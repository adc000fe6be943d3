import Negotiator from 'negotiator'
import * as v from 'valibot'
import { readAsset } from '../lib/assets.ts'
import { endpoint } from '../lib/endpoint.ts'
import { Problem } from '../lib/problem.ts'

/** Gives the files that pages load: styles, scripts, the API reference. */
export default endpoint(
  {
    method: 'GET',
    path: '/assets/:file',
    summary: 'Get a file of the pages',
    tag: 'service',
    access: 'public',
    params: v.object({ file: v.string() }),
    answers: { 200: { media: ['text/css', 'text/javascript'] }, 304: null },
    hidden: true,
  },
  async ({ params, request, reply }) => {
    const asset = await readAsset(params.file)
    if (!asset) throw new Problem('not_found')
    const headers = {
      etag: asset.etag,
      'cache-control': 'public, no-cache',
      vary: 'Accept-Encoding, Origin',
    }
    if (request.headers.get('if-none-match') === asset.etag) return reply(304, null, headers)
    const accepted = { 'accept-encoding': request.headers.get('accept-encoding') ?? 'identity' }
    const takesGzip = new Negotiator({ headers: accepted }).encodings(['gzip']).length > 0
    return reply(200, takesGzip ? asset.gzipped : asset.plain, {
      ...headers,
      'content-type': asset.type,
      ...(takesGzip && { 'content-encoding': 'gzip' }),
    })
  },
)
