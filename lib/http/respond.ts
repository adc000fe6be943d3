import type { Context } from '../context.ts'
import { commonHeaders } from './headers.ts'
import type { RequestState } from './request-state.ts'

/** A response body; a stream is sent in chunks. */
export type Content = string | Uint8Array | ReadableStream<Uint8Array>

export type Payload = { type: string; content: Content } | null

/** Creates every Response, with the headers that all responses have. */
export function respond(
  ctx: Context,
  { request, requestId, headers: sharedHeaders }: RequestState,
  status: number,
  payload: Payload,
  ownHeaders: Record<string, string> = {},
): Response {
  const headers = commonHeaders(request.headers, ctx.settings, requestId)
  if (payload === null) {
    return new ctx.Response(null, { status, headers: Object.assign(headers, sharedHeaders, ownHeaders) })
  }
  headers['content-type'] = payload.type
  if (!(payload.content instanceof ReadableStream)) {
    headers['content-length'] = String(Buffer.byteLength(payload.content))
  }
  Object.assign(headers, sharedHeaders, ownHeaders)
  const body = request.method === 'HEAD' ? null : payload.content
  return new ctx.Response(body as string | null, { status, headers })
}
