import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import postgres from 'postgres'
import { statements } from '../lib/db/statements.ts'
import { voteTransitions } from '../lib/glossary/lifecycle.ts'

// The measure of the benchmarks: the same statements on the same paths, and nothing else. No access
// check, no validation, no log; rows leave as they come. Who votes or creates, it is told by X-User-Id.
// node --import tsx bench/bare.ts DATABASE_URL PORT
const [databaseUrl = '', port = '0'] = process.argv.slice(2)

const sql = postgres(databaseUrl, {
  max: 4,
  // Timestamps stay the text they are: as Date objects they would cost the bare server more than the
  // service, which does not make them either, and so flatter the service.
  types: {
    date: { to: 1184, from: [1082, 1114, 1184], serialize: String, parse: (text: string) => text },
  },
  // As the service has it; without it the close spellings would be others.
  connection: { TimeZone: 'UTC', jit: 'off', 'pg_trgm.word_similarity_threshold': 0.5 },
})
const transitions = voteTransitions({ communityThreshold: 3, officialThreshold: 10 }, false)

async function run(name: string, values: Record<string, unknown>) {
  const statement = statements.get(name)
  if (!statement) throw new Error(`no such statement: sql/${name}.sql`)
  const args = statement.params.map((param) => values[param] ?? null)
  return sql.unsafe(statement.text, args as never, { prepare: true })
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${error}\n`)
    send(response, 500, { error: String(error) })
  })
}).listen(Number(port), '127.0.0.1')

async function answer(request: IncomingMessage, response: ServerResponse) {
  const [path = '', search] = (request.url ?? '').split('?')
  if (path === '/health') return send(response, 200, { status: 'ok' })
  if (request.method === 'POST') {
    const actor = { user_id: request.headers['x-user-id'], actor_id: request.headers['x-user-id'] }
    if (path.endsWith('/vote')) {
      const values = { ...actor, term_id: path.split('/')[4], transitions }
      return send(response, 200, (await run('votes/cast', values))[0])
    }
    const body = await readBody(request)
    if (path === '/mcp') return send(response, 200, await callTool(body as ToolCall))
    const values = { ...actor, ...body, source: 'user' }
    return send(response, 201, (await run('terms/create', values))[0])
  }
  if (search === undefined) {
    return send(response, 200, (await run('terms/read', { id: path.split('/')[4] }))[0])
  }
  const values = { limit: 50, offset: 0, ...Object.fromEntries(new URLSearchParams(search)) }
  const rows = await ('q' in values ? find(values) : run('terms/list', values))
  return send(response, 200, rows)
}

const find = (search: Record<string, unknown>) => run('terms/search', search)

type ToolCall = { params: { arguments: { name?: string; query?: string; limit?: number } } }

/** What a tool asks of the database; the rows without the protocol around them. */
function callTool({ params: { arguments: args } }: ToolCall) {
  return args.name === undefined
    ? find({ q: args.query, limit: args.limit, offset: 0 })
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
