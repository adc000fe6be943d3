import {
  ErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js'
import {
  headerMismatch,
  metadataOf,
  olderRevisions,
  type PostResult,
  readId,
  refuse,
  refuseVersion,
  resourceNotFound,
  supportedRevisions,
} from './json-rpc.ts'

const prefix = 'io.modelcontextprotocol/'

/**
 * Whether a message is of revision 2026-07-28 or newer. A client that names an older one in its header, or none and
 * sends `initialize`, which only these have, uses that, even if it sends `Mcp-Method` as well, unless the message
 * itself names a version.
 */
export function isOfNewestRevision(headers: Headers, message: JSONRPCRequest | JSONRPCNotification): boolean {
  if (metadataOf(message)[`${prefix}protocolVersion`] !== undefined) return true
  const version = headers.get('mcp-protocol-version')
  if (version === null && message.method === 'initialize') return false
  if (version !== null && olderRevisions.includes(version)) return false
  return headers.has('mcp-method') || (version !== null && version >= '2026')
}

/**
 * Checks that the headers of a message repeat what its body says, and that it says what the revision asks for
 * (MCP 2026-07-28, "Streamable HTTP", "Server Validation"; "Base protocol", `_meta`).
 *
 * @returns the refusal, or null
 */
export function checkMetadata(headers: Headers, message: JSONRPCRequest | JSONRPCNotification): PostResult | null {
  const id = readId(message)
  const fail = (code: number, text: string) => refuse(400, id, { code, message: text })
  const metadata = metadataOf(message)
  const version = headers.get('mcp-protocol-version')
  const declared = metadata[`${prefix}protocolVersion`]
  const isRequest = 'id' in message
  if (version === null) return fail(headerMismatch, 'Header missing: MCP-Protocol-Version')
  if (declared !== undefined && declared !== version) {
    return fail(headerMismatch, 'Header mismatch: MCP-Protocol-Version')
  }
  if (!supportedRevisions.includes(version)) return refuseVersion(id, version)
  if (!isRequest) return null
  for (const [name, expected] of Object.entries(mirrored(message))) {
    const sent = headers.get(name)
    if (sent === null) return fail(headerMismatch, `Header missing: ${name}`)
    if (decode(sent) !== expected) return fail(headerMismatch, `Header mismatch: ${name}`)
  }
  if (declared === undefined || !isObject(metadata[`${prefix}clientCapabilities`])) {
    const needs = `_meta needs ${prefix}protocolVersion and ${prefix}clientCapabilities`
    return fail(ErrorCode.InvalidParams, `Invalid params: ${needs}`)
  }
  if (!goneMethods.has(message.method)) return null
  const error = { code: ErrorCode.MethodNotFound, message: 'Method not found' }
  return refuse(404, id, { ...error, data: { supported: supportedRevisions } })
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The methods of older revisions that this one does not have. */
const goneMethods = new Set(['initialize', 'ping', 'logging/setLevel'])

/** The headers that repeat parts of a request. */
function mirrored({ method, params }: JSONRPCRequest): Record<string, unknown> {
  const name = method === 'resources/read' ? params?.uri : params?.name
  const hasName = ['resources/read', 'tools/call', 'prompts/get'].includes(method)
  return { 'Mcp-Method': method, ...(hasName && { 'Mcp-Name': name }) }
}

/** What a header says that cannot be written in plain ASCII is in Base64. */
function decode(value: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}

const anHour = { ttlMs: 3_600_000, cacheScope: 'public' }
const aMinute = { ttlMs: 60_000, cacheScope: 'private' }

/** How long clients may keep a result. What is the same for everyone changes only with a new version of the service. */
const cacheHints: Record<string, typeof anHour> = {
  'server/discover': anHour,
  'tools/list': anHour,
  'prompts/list': anHour,
  'resources/templates/list': anHour,
  'resources/list': aMinute,
  'resources/read': aMinute,
}

/** Turns the response to a request into one of this revision. */
export function toNewestRevision({ method }: JSONRPCRequest, response: JSONRPCMessage, serverInfo: object): PostResult {
  if ('error' in response) {
    const isUnknown = response.error.code === ErrorCode.MethodNotFound
    const error = withNewestCode(response.error)
    return { status: isUnknown ? 404 : 200, body: { ...response, error } }
  }
  if (!('result' in response)) return { status: 200, body: response }
  const result = {
    ...response.result,
    ...cacheHints[method],
    resultType: 'complete',
    _meta: { ...response.result._meta, [`${prefix}serverInfo`]: serverInfo },
  }
  return { status: 200, body: { ...response, result } }
}

const withNewestCode = (error: JSONRPCErrorResponse['error']) =>
  error.code === resourceNotFound ? { ...error, code: ErrorCode.InvalidParams } : error
