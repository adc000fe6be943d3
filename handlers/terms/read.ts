import type { Context } from '../../lib/context.ts'
import { readTermAsJson } from '../../lib/glossary/read.ts'
import { readTermVersion } from '../../lib/glossary/versions.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { etag, isFresh } from '../../lib/http/etag.ts'
import { contentFields } from '../../lib/schemas/content.ts'
import { ByVersion, TermAtVersion } from '../../lib/schemas/term.ts'
import { ById } from '../../lib/schemas/text.ts'

const texts = contentFields.map((field) => `\`${field}\``).join(', ')

/** Returns a term, or 304 if the client already has this version. */
export default endpoint(
  {
    method: 'GET',
    path: '/api/v1/terms/:id',
    operationId: 'getTerm',
    summary: 'Get a term',
    description: `With \`version\`, ${texts} and \`status\` are those of that version. Everything else is as it is now, and \`current_version\` is the number of the current version. If the term has no such version, the response is 404.`,
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    params: ById,
    query: ByVersion,
    responses: { 200: TermAtVersion, 304: null },
  },
  async ({ ctx, params, query, request, reply }) => {
    const { version, term } =
      query.version === undefined
        ? await readTermAsJson(ctx, params.id)
        : await readAtVersion(ctx, params.id, query.version)
    const headers = { etag: etag(version), 'cache-control': 'private, no-cache' }
    return isFresh(request.headers, etag(version))
      ? reply(304, null, headers)
      : reply(200, term, headers)
  },
)

/** The response changes with the current version, whatever version is asked for. */
async function readAtVersion(ctx: Context, id: string, asked: number) {
  const term = await readTermVersion(ctx, id, asked)
  return { version: term.current_version, term }
}
