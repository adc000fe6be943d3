import { endpoint } from '../../lib/http/endpoint.ts'
import { removeWanted } from '../../lib/lookup/wanted.ts'
import { ByName } from '../../lib/schemas/wanted.ts'

/** Removes a wanted name. */
export default endpoint(
  {
    method: 'DELETE',
    path: '/api/v1/wanted/:name',
    summary: 'Remove a wanted name',
    description: 'It is counted anew if people look it up again.',
    tag: 'terms',
    access: { role: 'editor', scope: 'write' },
    params: ByName,
    responses: { 204: null },
  },
  async ({ ctx, params, reply }) => {
    await removeWanted(ctx, params.name)
    return reply(204, null)
  },
)
