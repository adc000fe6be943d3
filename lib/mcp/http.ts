import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import type { McpRequest, McpResponse } from '../context.ts'
import { isPlainUtf8, mediaType } from '../http/media-type.ts'
import { acceptsAny } from '../http/negotiation.ts'

/**
 * Handles one POST of the Streamable HTTP transport (MCP 2025-11-25, "Transports"), with the status codes of the
 * SDK's own transport. Clients need not accept streams, because every response is JSON (contract, section 9).
 *
 * @param respond handles a JSON-RPC request
 * @throws Problem with status 503 if the database cannot be used
 */
export async function handlePost(
  respond: (request: JSONRPCRequest) => Promise<JSONRPCMessage>,
  { headers, readBody }: Pick<McpRequest, 'headers' | 'readBody'>,
): Promise<McpResponse> {
  const rejection = checkHeaders(headers)
  if (rejection) return rejection
  const message = parseMessage(await readBody())
  if ('status' in message) return message
  const isRequest = 'method' in message && 'id' in message
  return isRequest ? { status: 200, body: await respond(message) } : { status: 202, body: null }
}

function checkHeaders(headers: Headers): McpResponse | null {
  if (!acceptsAny(headers, ['application/json', 'text/event-stream'])) {
    return reject(406, 'Not Acceptable: accept application/json')
  }
  if (mediaType(headers) !== 'application/json' || !isPlainUtf8(headers)) {
    return reject(415, 'Unsupported Media Type: send application/json in UTF-8, uncompressed')
  }
  const version = headers.get('mcp-protocol-version')
  if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const supported = SUPPORTED_PROTOCOL_VERSIONS.join(', ')
    return reject(400, `Bad Request: unsupported protocol version (supported: ${supported})`)
  }
  return null
}

function parseMessage(text: string): JSONRPCMessage | McpResponse {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return reject(400, 'Parse error: the body is not valid JSON', ErrorCode.ParseError)
  }
  if (Array.isArray(json)) {
    return invalid('batches are not supported')
  }
  const message = JSONRPCMessageSchema.safeParse(json)
  if (!message.success) return invalid('the body is not a JSON-RPC message')
  const { data } = message
  return 'id' in data && String(data.id).length > maxIdLength
    ? invalid(`the ID is longer than ${maxIdLength} characters`)
    : data
}

/** The response repeats the ID. */
const maxIdLength = 200

const invalid = (why: string) => reject(400, `Invalid Request: ${why}`, ErrorCode.InvalidRequest)

/** The code that JSON-RPC reserves for errors of the server; the SDK uses it for all errors in headers. */
const serverError = -32000

function reject(status: 400 | 406 | 415, message: string, code: number = serverError): McpResponse {
  return { status, body: { jsonrpc: '2.0', error: { code, message }, id: null } }
}
