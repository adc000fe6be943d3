import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import type { McpResponse } from '../context.ts'
import type { McpServer } from './transport.ts'

/**
 * Answers one POST of the Streamable HTTP transport (MCP 2025-11-25, "Transports"), with the statuses of
 * the SDK's own transport.
 *
 * @param readBody gives the body as text; called once the headers are right
 */
export async function answerMessage(
  server: McpServer,
  headers: Headers,
  readBody: () => Promise<string>,
): Promise<McpResponse> {
  const refusal = refuseHeaders(headers)
  if (refusal) return refusal
  const message = parseMessage(await readBody())
  if ('status' in message) return message
  if (!('method' in message) || !('id' in message)) return { status: 202, body: null }
  return { status: 200, body: await server(message) }
}

function refuseHeaders(headers: Headers): McpResponse | null {
  const accept = headers.get('accept') ?? ''
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) {
    return refuse(406, 'Not Acceptable: accept both application/json and text/event-stream')
  }
  if (headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    return refuse(415, 'Unsupported Media Type: send application/json')
  }
  const version = headers.get('mcp-protocol-version')
  if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
    const supported = SUPPORTED_PROTOCOL_VERSIONS.join(', ')
    return refuse(400, `Bad Request: unsupported protocol version (supported: ${supported})`)
  }
  return null
}

function parseMessage(text: string): JSONRPCMessage | McpResponse {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refuse(400, 'Parse error: the body is not JSON', ErrorCode.ParseError)
  }
  if (Array.isArray(json)) {
    return refuse(400, 'Invalid Request: batches are not supported', ErrorCode.InvalidRequest)
  }
  const message = JSONRPCMessageSchema.safeParse(json)
  if (message.success) return message.data
  return refuse(
    400,
    'Invalid Request: the body is not a JSON-RPC message',
    ErrorCode.InvalidRequest,
  )
}

const serverError = -32000

function refuse(status: 400 | 406 | 415, message: string, code: number = serverError): McpResponse {
  return { status, body: { jsonrpc: '2.0', error: { code, message }, id: null } }
}
