import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import postgres from 'postgres'
import { createQueries, type Database } from '../lib/db/queries.ts'
import { type Params, statements } from '../lib/db/statements.ts'
import { voteTransitions } from '../lib/glossary/lifecycle.ts'
import { explainText } from '../lib/lookup/explain.ts'
import { createKnownNames } from '../lib/lookup/known-names.ts'
import { searchTerms } from '../lib/lookup/search.ts'

// The server to which the benchmark compares the service: the same statements on the same paths, and nothing else.
// No access control, no validation, no log; rows are sent unchanged. X-User-Id names the user who votes or creates.
// node --import tsx bench/bare.ts DATABASE_URL PORT
const [databaseUrl = '', port = '0'] = process.argv.slice(2)

const sql = postgres(databaseUrl, {
  max: 4,
  // Timestamps stay text, as in the service: parsing them as Date objects would slow the bare server down.
  types: {
    date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
  },
  // As in the service; another threshold would find other spellings.
  connection: { TimeZone: 'UTC', jit: 'off', 'pg_trgm.word_similarity_threshold': 0.5 },
})
const transitions = voteTransitions({ communityThreshold: 3, officialThreshold: 10 }, false)

async function run<Row = unknown>(name: string, values: Record<string, unknown> = {}) {
  const statement = statements.get(name)
  if (!statement) throw new Error(`no such statement: sql/${name}.sql`)
  const args = statement.params.map((param) => values[param] ?? null)
  const rows: unknown = await sql.unsafe(statement.text, args as never, { prepare: true })
  return rows as Row[]
}

const db: Database = {
  ...createQueries(run),
  begin() {
    throw new Error('the bare server has no transactions')
  },
  forPerson: () => db,
}

const names = createKnownNames(db, new AbortController().signal)

createServer((request, response) => {
  handle(request, response).catch((error) => {
    process.stderr.write(`${error}\n`)
    send(response, 500, { error: String(error) })
  })
}).listen(Number(port), '127.0.0.1')

async function handle(request: IncomingMessage, response: ServerResponse) {
  const [path = '', query] = (request.url ?? '').split('?')
  if (path === '/health') return send(response, 200, { status: 'ok' })
  if (request.method === 'POST') {
    const actor = { user_id: request.headers['x-user-id'], actor_id: request.headers['x-user-id'] }
    if (path.endsWith('/vote')) {
      const values = { ...actor, term_id: path.split('/')[4], transitions }
      return send(response, 200, (await run('votes/cast', values))[0])
    }
    const body = await readBody(request)
    if (path === '/api/v1/explain') {
      return send(response, 200, await explainText({ db, names }, (body as { text: string }).text))
    }
    if (path === '/mcp') return send(response, 200, await callTool(body as ToolCall))
    const values = { ...actor, ...body, source: 'user' }
    return send(response, 201, (await run('terms/create', values))[0])
  }
  if (query === undefined) {
    return send(response, 200, (await run('terms/read', { id: path.split('/')[4] }))[0])
  }
  const values = { limit: 50, offset: 0, ...Object.fromEntries(new URLSearchParams(query)) }
  const rows = await ('q' in values ? search(values) : run('terms/list', values))
  return send(response, 200, rows)
}

const search = async ({ q, ...params }: Record<string, unknown>) =>
  (await searchTerms({ db }, String(q), params as Params)).rows

type ToolCall = { params: { arguments: { name?: string; query?: string; limit?: number } } }

/** Runs the statement of an MCP tool. Returns the rows without the protocol. */
function callTool({ params: { arguments: args } }: ToolCall) {
  return args.name === undefined
    ? search({ q: args.query, limit: args.limit, offset: 0 })
    : run('terms/find-by-names', { names: [args.name] })
}

async function readBody(request: IncomingMessage): Promise<object> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return JSON.parse(text)
}

function send(response: ServerResponse, status: number, body: unknown) {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
