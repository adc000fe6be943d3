import { readExtensionFile } from '../lib/client/extension/bundle.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { isFresh } from '../lib/http/etag.ts'
import { Problem } from '../lib/problem.ts'
import { originOf } from '../lib/web/page.tsx'

export default endpoint(
  {
    method: 'GET',
    path: '/extension.zip',
    summary: 'Get the browser extension that marks names in the pages of other websites',
    tag: 'service',
    access: 'public',
    counts: 'nobody',
    responses: { 200: { media: ['application/zip'] }, 304: null },
    problems: [404, 429],
  },
  async ({ ctx, request, requestState, reply }) => {
    const file = await readExtensionFile(originOf(ctx, request))
    if (!file) {
      const detail = 'The extension cannot be made, because this installation has no esbuild.'
      throw new Problem('not_found', { detail })
    }
    const headers = { 'cache-control': 'no-cache', etag: file.tag, vary: 'Origin' }
    if (isFresh(request.headers, file.tag)) return reply(304, null, headers)
    await ctx.limits.send(requestState.client, file.bytes.length)
    return reply(200, file.bytes, { ...headers, 'content-type': 'application/zip' })
  },
)
