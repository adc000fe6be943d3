import { readCommandFile } from '../lib/client/bundle.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { isFresh } from '../lib/http/etag.ts'
import { takesEncoding } from '../lib/http/negotiation.ts'
import { Problem } from '../lib/problem.ts'

export default endpoint(
  {
    method: 'GET',
    path: '/cli',
    summary: 'Get the command glossary for shells, editors and CI',
    tag: 'service',
    access: 'public',
    counts: 'nobody',
    responses: { 200: { media: ['text/javascript'] }, 304: null },
    problems: [404, 429],
  },
  async ({ ctx, request, requestState, reply }) => {
    const file = await readCommandFile()
    if (!file) {
      const detail = 'The command cannot be made, because this installation has no esbuild.'
      throw new Problem('not_found', { detail })
    }
    const headers = { 'cache-control': 'no-cache', etag: `W/${file.tag}`, vary: 'Accept-Encoding, Origin' }
    if (isFresh(request.headers, file.tag)) return reply(304, null, headers)
    const isGzipped = takesEncoding(request, 'gzip')
    const content = isGzipped ? file.gzipped : file.plain
    await ctx.limits.send(requestState.client, content.length)
    return reply(200, content, {
      ...headers,
      'content-type': 'text/javascript; charset=utf-8',
      ...(isGzipped && { 'content-encoding': 'gzip' }),
    })
  },
)
