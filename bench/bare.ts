import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import postgres from 'postgres'
import * as statements from './bare-statements.ts'

// The server to which the benchmark compares the service: it gives the same answers on the same paths with node:http
// and postgres.js, and does nothing else. It has no access control, no validation and no log, and it sends rows
// unchanged. X-User-Id names the user who votes or creates.
// node --import ./typescript.mjs bench/bare.ts DATABASE_URL PORT
const [databaseUrl = '', port = '0'] = process.argv.slice(2)

type Row = Record<string, unknown>
type Body = { text: string; name: string; full_name: string; definition: string; category: string }
type ToolCall = { params: { arguments: { name?: string; text?: string; query?: string; limit?: number } } }

const sql = postgres(databaseUrl, {
  max: 4,
  // Timestamps stay text, as in the service: parsing them as Date objects would slow the bare server down.
  types: { date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text } },
  connection: { TimeZone: 'UTC', jit: 'off' },
})

async function run(statement: string, ...args: unknown[]): Promise<Row[]> {
  const rows: unknown = await sql.unsafe(statement, args as never, { prepare: true })
  return rows as Row[]
}

createServer((request, response) => {
  handle(request, response).catch((error) => {
    process.stderr.write(`${error}\n`)
    send(response, 500, { error: String(error) })
  })
}).listen(Number(port), '127.0.0.1')

async function handle(request: IncomingMessage, response: ServerResponse) {
  const [path = '', query] = (request.url ?? '').split('?')
  if (path === '/health') return send(response, 200, { status: 'ok' })
  if (request.method === 'POST') return handlePost(request, response, path)
  const id = path.split('/')[4]
  if (id !== undefined) return send(response, 200, (await run(statements.get, id))[0])
  const { q, status, limit = 50, offset = 0 } = Object.fromEntries(new URLSearchParams(query))
  if (path === '/api/v1/export') {
    const terms = await run(statements.exported, status, limit)
    return send(response, 200, terms.map(toMarkdown).join('\n'), 'text/markdown; charset=utf-8')
  }
  return send(response, 200, await (q === undefined ? list(limit, offset) : search(q, limit)))
}

async function handlePost(request: IncomingMessage, response: ServerResponse, path: string) {
  const userId = request.headers['x-user-id']
  if (path.endsWith('/vote')) {
    return send(response, 200, (await run(statements.vote, path.split('/')[4], userId))[0])
  }
  const body = await readBody(request)
  if (path === '/mcp') return send(response, 200, await callTool(body as ToolCall))
  const { text, name, full_name, definition, category } = body as Body
  if (path === '/api/v1/explain') {
    return send(response, 200, await run(statements.named, toPhrases(text)))
  }
  const created = await run(statements.create, userId, name, full_name, definition, category)
  return send(response, 201, created[0])
}

async function list(limit: unknown, offset: unknown) {
  const [items, counts] = await Promise.all([run(statements.list, limit, offset), run(statements.counts)])
  const counts_by_status = Object.fromEntries(counts.map(({ status, total }) => [status, total]))
  const total = counts.reduce((sum, each) => sum + Number(each.total), 0)
  return { items, total, counts_by_status }
}

async function search(q: string, limit: unknown) {
  const words = q.toLowerCase().split(/[^\p{L}\p{Nd}]+/u)
  const items = await run(statements.search, q, `${words.join(' & ')}:*`, limit)
  if (items.length > 0 || words.length > 1) return { items }
  const similar = (await run(statements.spellings, q)).map(({ word }) => word)
  return { items: await run(statements.search, similar[0], similar.join(' | '), limit) }
}

/** Runs the statement of an MCP tool. Returns the rows without the protocol. */
function callTool({ params: { arguments: args } }: ToolCall) {
  if (args.text !== undefined) return run(statements.named, toPhrases(args.text))
  return args.name === undefined
    ? search(String(args.query), args.limit)
    : run(statements.named, [args.name.toLowerCase()])
}

/** Returns all sequences of one to four words of a text, in lower case. */
function toPhrases(text: string) {
  const words = text.toLowerCase().split(/[^\p{L}\p{Nd}]+/u)
  return [1, 2, 3, 4].flatMap((size) => words.map((_, start) => words.slice(start, start + size).join(' ')))
}

function toMarkdown({ name, full_name, definition, category }: Row) {
  const fullName = full_name === null ? '' : `**${full_name}**\n\n`
  const end = category === null ? '' : `\nCategory: ${category}\n`
  return `## ${name}\n\n${fullName}${definition}\n${end}`
}

async function readBody(request: IncomingMessage): Promise<object> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text)
}

function send(response: ServerResponse, status: number, body: unknown, type = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}
