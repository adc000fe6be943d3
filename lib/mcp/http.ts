import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { isPlainUtf8, mediaType } from '../http/headers.ts'
import { acceptsAny } from '../http/negotiation.ts'
import { badHeaders, olderRevisions, type PostResult, readId, refuse, refuseVersion } from './json-rpc.ts'
import { checkMetadata, isOfNewestRevision, toNewestRevision } from './newest-revision.ts'
import type { Responder } from './server.ts'

/**
 * Handles one POST of the Streamable HTTP transport (MCP, "Streamable HTTP", of all revisions), with the status codes
 * of the SDK's own transport. Clients need not accept streams, because every response is JSON (contract, section 9).
 *
 * @throws Problem with status 503 if the database cannot be used
 */
export async function handlePost(
  server: Responder,
  { headers }: Request,
  readBody: () => Promise<string>,
): Promise<PostResult> {
  if (!isPlainUtf8(headers)) return refuseType(null)
  const json = parseJson(await readBody())
  const id = readId(json)
  if (!acceptsAny(headers, ['application/json', 'text/event-stream'])) {
    const message = 'Not Acceptable: accept application/json'
    return refuse(406, id, { code: badHeaders, message })
  }
  if (mediaType(headers) !== 'application/json') return refuseType(id)
  if (json === undefined) {
    const message = 'Parse error: the body is not valid JSON'
    return refuse(400, id, { code: ErrorCode.ParseError, message })
  }
  return Array.isArray(json) ? handleBatch(server, headers, json) : handle(server, headers, json)
}

const refuseType = (id: ReturnType<typeof readId>) =>
  refuse(415, id, { code: badHeaders, message: 'Unsupported Media Type: send application/json in UTF-8, uncompressed' })

/** Returns undefined for what is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function handle(server: Responder, headers: Headers, json: unknown): Promise<PostResult> {
  const message = parseMessage(json)
  const id = readId(json)
  if (message === null) return invalid(id, 'the body is not a JSON-RPC message')
  const isCall = 'method' in message
  if (isCall && isOfNewestRevision(headers, message)) {
    const refusal = checkMetadata(headers, message)
    if (refusal) return refusal
    if (!('id' in message)) return accepted
    return toNewestRevision(message, await server.respond(message), server.info)
  }
  const version = headers.get('mcp-protocol-version')
  if (version !== null && !olderRevisions.includes(version)) return refuseVersion(id, version)
  if (!isCall || !('id' in message)) return accepted
  return { status: 200, body: await server.respond(message) }
}

const accepted: PostResult = { status: 202, body: null }

const invalid = (id: ReturnType<typeof readId>, why: string) =>
  refuse(400, id, { code: ErrorCode.InvalidRequest, message: `Invalid Request: ${why}` })

/** Returns null for what is not a message, or has an ID that cannot be repeated. */
function parseMessage(json: unknown): JSONRPCMessage | null {
  const message = JSONRPCMessageSchema.safeParse(json)
  if (!message.success) return null
  const { data } = message
  return 'id' in data && readId(data) === null ? null : data
}

/** The only revision with batches, and the one that clients speak which do not say which. */
const batchRevision = '2025-03-26'
const maxBatch = 20

async function handleBatch(server: Responder, headers: Headers, batch: readonly unknown[]): Promise<PostResult> {
  const version = headers.get('mcp-protocol-version') ?? batchRevision
  if (version !== batchRevision || headers.has('mcp-method')) {
    return invalid(null, `only revision ${batchRevision} has batches`)
  }
  if (batch.length === 0 || batch.length > maxBatch) {
    return invalid(null, `a batch has 1 to ${maxBatch} messages`)
  }
  const responses = []
  for (const json of batch) {
    const message = parseMessage(json)
    const isRequest = message !== null && 'method' in message && 'id' in message
    if (isRequest && message.method !== 'initialize') responses.push(await server.respond(message))
    else if (isRequest) responses.push(invalid(readId(json), 'a batch has no initialize').body)
    else if (message === null) responses.push(invalid(readId(json), 'not a message').body)
  }
  return responses.length === 0 ? accepted : { status: 200, body: responses }
}
