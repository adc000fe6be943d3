import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { kill, postmaster, servers } from './support/servers.ts'

const test = servers('durability')
const dev = { SERVICE_DEV_MODE: 'true', SERVICE_LOG_LEVEL: 'warn' }

type Client = (method: string, path: string, body?: object) => Promise<Response>

/** A client that is logged in; what it gets is read to the end before it counts. */
async function logIn({ url }: ServerProcess, email: string): Promise<Client> {
  const login = `${url}/auth/dev/login?email=${email}`
  const answer = await fetch(login, { headers: { accept: 'application/json' } })
  assert.is(answer.status, 200)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async (method, path, body) => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(url + path, init)
    const text = await response.text()
    if (response.status === 503) throw new TypeError('the database is gone')
    return new Response(text || null, { status: response.status })
  }
}

/** Everything that the server has said yes to. */
type Acknowledged = { terms: Set<string>; votes: Map<string, number>; edits: Map<string, string> }

/** Writes until the server is gone: adds terms, votes for them, edits them. */
async function write(client: Client, others: Acknowledged, name: string) {
  const { terms, votes, edits } = others
  for (let i = 0; ; i++) {
    const definition = `What ${i} means.`
    const created = await client('POST', '/api/v1/terms', { name: `${name} ${i}`, definition })
    assert.is(created.status, 201)
    const { id } = await created.json()
    terms.add(id)
    for (const voted of [id, ...[...terms].slice(-3)]) {
      const vote = await client('POST', `/api/v1/terms/${voted}/vote`)
      assert.is(vote.status, 200)
      // Others may have voted since: the count never falls, so the greatest one told must hold.
      const { vote_count } = await vote.json()
      votes.set(voted, Math.max(vote_count, votes.get(voted) ?? 0))
    }
    const current = await (await client('GET', `/api/v1/terms/${id}`)).json()
    const edit = { version: current.version, definition: `${definition} Really.` }
    const edited = await client('PUT', `/api/v1/terms/${id}`, edit)
    if (edited.status === 200) edits.set(id, edit.definition)
  }
}

/** What of all that is not there. */
async function missing(client: Client, { terms, votes, edits }: Acknowledged) {
  const lost: string[] = []
  for (const id of terms) {
    const answer = await client('GET', `/api/v1/terms/${id}`)
    const term = answer.status === 200 ? await answer.json() : null
    if (!term) lost.push(`the term ${id}`)
    else if (term.vote_count < (votes.get(id) ?? 0)) lost.push(`a vote for ${id}`)
    else if (edits.has(id) && term.definition !== edits.get(id)) lost.push(`an edit of ${id}`)
  }
  return lost
}

const cuts: [what: string, alsoPostgres: boolean][] = [
  ['kill -9 of the server', false],
  ['kill -9 of the server and of PostgreSQL', true],
]

for (const [what, alsoPostgres] of cuts) {
  test(`${what} under load loses nothing that was acknowledged`, async ({ start, directory }) => {
    const SERVICE_DATA_DIR = await directory()
    const first = await start({ ...dev, SERVICE_DATA_DIR })
    const emails = Array.from({ length: 8 }, (_, i) => `writer${i}@example.com`)
    const clients = await Promise.all(emails.map((email) => logIn(first, email)))
    const acknowledged: Acknowledged = { terms: new Set(), votes: new Map(), edits: new Map() }
    const writers = clients.map((client, i) => write(client, acknowledged, `term ${i} of`))
    const ends = Promise.allSettled(writers)
    await eventually('there is some load', () => acknowledged.terms.size >= 150, 120)
    if (alsoPostgres) process.kill(await postmaster(SERVICE_DATA_DIR), 'SIGKILL')
    await kill(first)
    // A writer ends because somebody is gone, never by an answer that it did not expect.
    for (const end of await ends) {
      assert.instance(end.status === 'rejected' && end.reason, TypeError)
    }

    let second: ServerProcess | undefined
    await eventually('it starts again', async () => {
      second = await start({ ...dev, SERVICE_DATA_DIR })
      return true
    })
    if (!second) return assert.unreachable()
    const reader = await logIn(second, 'reader@example.com')
    assert.equal(await missing(reader, acknowledged), [])
    assert.ok(acknowledged.votes.size >= 100)
    assert.ok(acknowledged.edits.size >= 50)
    const { total } = await (await reader('GET', '/api/v1/terms?limit=1')).json()
    assert.ok(total >= acknowledged.terms.size)
    assert.ok(total <= acknowledged.terms.size + clients.length, 'at most one a client is unknown')
    assert.is(await second.stop(), 0)
  })
}

test.run()
