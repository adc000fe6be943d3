import * as v from 'valibot'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { uuid } from '../schemas/text.ts'
import type { Contract } from './endpoint.ts'
import type { RequestState } from './request-state.ts'
import { respond } from './respond.ts'

const termPath = /^(\/api\/v1)?\/terms\/:id(\/|$)/

/** Whether the path of an endpoint names a term, which may have been merged into another one. */
export const namesTerm = ({ path }: Pick<Contract, 'path'>): boolean => termPath.test(path)

/**
 * Responds for an endpoint that has thrown, if its path names a term that was merged into another one: GET and HEAD are
 * redirected to the other term (contract, section 15).
 *
 * @throws Problem `merged` for other methods; the error itself if it is about something else
 */
export async function followMerged(
  ctx: Context,
  requestState: RequestState,
  { path }: Pick<Contract, 'path'>,
  { id = '' }: Record<string, string>,
  error: unknown,
): Promise<Response> {
  const isMissing = error instanceof Problem && error.code === 'not_found' && v.is(uuid, id)
  const merged =
    isMissing && namesTerm({ path }) ? await ctx.db.one<{ into_id: string }>('review/merged-into', { id }) : undefined
  if (!merged) throw error
  const { method, url } = requestState.request
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Problem('merged', { merged_into: merged.into_id })
  }
  const { searchParams } = new URL(url)
  // The other term counts its own versions.
  searchParams.delete('version')
  const query = searchParams.size > 0 ? `?${searchParams}` : ''
  const location = path.replace(':id', merged.into_id) + query
  return respond(ctx, requestState, 308, null, { location })
}
