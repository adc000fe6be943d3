import {
  type JSONRPCErrorResponse,
  type JSONRPCRequest,
  type RequestId,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'

/** The newest revision, which has neither a handshake nor sessions. The SDK does not know it. */
const newestRevision = '2026-07-28'

/** The revisions that begin with `initialize`, newest first. */
export const olderRevisions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS

export const supportedRevisions: readonly string[] = [newestRevision, ...olderRevisions]

/** Codes of MCP besides those of JSON-RPC. */
export const headerMismatch = -32020
const unsupportedVersion = -32022
/** What revision 2026-07-28 reports as invalid parameters: a resource that does not exist. */
export const resourceNotFound = -32002
/** Any other error in headers: the SDK's own transport uses this code. */
export const badHeaders = -32000

/** The response repeats the ID. */
const maxIdLength = 200

/** Returns the ID of a message, even if the rest of it is wrong; null if it has none that can be repeated. */
export function readId(message: unknown): RequestId | null {
  const { id } = Object(message) as { id?: unknown }
  if (typeof id === 'string' && id.length <= maxIdLength) return id
  return Number.isSafeInteger(id) ? (id as number) : null
}

/** The response to a POST: a JSON-RPC message or a batch of them, or no body for a notification. */
export type PostResult = { status: 200 | 202 | 400 | 404 | 406 | 415; body: object | null }

/** Refuses a message before its method is called. */
export const refuse = (
  status: 400 | 404 | 406 | 415,
  id: RequestId | null,
  error: JSONRPCErrorResponse['error'],
): PostResult => ({ status, body: { jsonrpc: '2.0', id, error } })

/** Refuses a message that names a revision which is not supported. */
export const refuseVersion = (id: RequestId | null, requested: string): PostResult =>
  refuse(400, id, {
    code: unsupportedVersion,
    message: 'Unsupported protocol version',
    data: { supported: supportedRevisions, requested: requested.slice(0, 100) },
  })

/** Returns the `_meta` of a request or notification; empty if it has none. */
export const metadataOf = ({ params }: Pick<JSONRPCRequest, 'params'>): Record<string, unknown> => Object(params?._meta)
