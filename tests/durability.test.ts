import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { kill, postmaster, servers } from './support/servers.ts'

const test = servers('durability')
const dev = { SERVICE_DEV_MODE: 'true', SERVICE_LOG_LEVEL: 'warn' }

type Client = (method: string, path: string, body?: object) => Promise<Response>

/** A logged-in client. It reads every response to the end before it returns it. */
async function logIn({ url }: ServerProcess, email: string): Promise<Client> {
  const login = `${url}/auth/dev/login?email=${email}`
  const response = await fetch(login, { headers: { accept: 'application/json' } })
  assert.is(response.status, 200)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async (method, path, body) => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(url + path, init)
    const text = await response.text()
    if (response.status === 503) throw new TypeError('the database is down')
    return new Response(text || null, { status: response.status })
  }
}

/** All changes that the server has confirmed. */
type Acknowledged = { terms: Set<string>; votes: Map<string, number>; edits: Map<string, string> }

/** Adds terms, votes for them and edits them until the server is down. */
async function write(client: Client, { terms, votes, edits }: Acknowledged, name: string) {
  for (let i = 0; ; i++) {
    const definition = `What ${i} means.`
    const created = await client('POST', '/api/v1/terms', { name: `${name} ${i}`, definition })
    assert.is(created.status, 201)
    const { id } = await created.json()
    terms.add(id)
    for (const voted of [id, ...[...terms].slice(-3)]) {
      const vote = await client('POST', `/api/v1/terms/${voted}/vote`)
      assert.is(vote.status, 200)
      // Other writers may have voted since. Counts never fall, so the highest one is the one to keep.
      const { vote_count } = await vote.json()
      votes.set(voted, Math.max(vote_count, votes.get(voted) ?? 0))
    }
    const current = await (await client('GET', `/api/v1/terms/${id}`)).json()
    const edit = { version: current.version, definition: `${definition} Really.` }
    const edited = await client('PUT', `/api/v1/terms/${id}`, edit)
    if (edited.status === 200) edits.set(id, edit.definition)
  }
}

/** Lists the confirmed changes that are not in the database. */
async function findMissing(client: Client, { terms, votes, edits }: Acknowledged) {
  const missing: string[] = []
  for (const id of terms) {
    const response = await client('GET', `/api/v1/terms/${id}`)
    const term = response.status === 200 ? await response.json() : null
    if (!term) missing.push(`the term ${id}`)
    else if (term.vote_count < (votes.get(id) ?? 0)) missing.push(`a vote for ${id}`)
    else if (edits.has(id) && term.definition !== edits.get(id)) missing.push(`an edit of ${id}`)
  }
  return missing
}

const crashes: [what: string, alsoPostgres: boolean][] = [
  ['kill -9 of the server', false],
  ['kill -9 of the server and of PostgreSQL', true],
]

for (const [what, alsoPostgres] of crashes) {
  test(`${what} under load loses no acknowledged change`, async ({ start, dataDirectory }) => {
    const SERVICE_DATA_DIR = await dataDirectory()
    const first = await start({ ...dev, SERVICE_DATA_DIR })
    const emails = Array.from({ length: 8 }, (_, i) => `writer${i}@example.com`)
    const clients = await Promise.all(emails.map((email) => logIn(first, email)))
    const acknowledged: Acknowledged = { terms: new Set(), votes: new Map(), edits: new Map() }
    const writers = clients.map((client, i) => write(client, acknowledged, `term ${i} of`))
    const ends = Promise.allSettled(writers)
    await eventually('there are 75 terms', () => acknowledged.terms.size >= 75, 120)
    if (alsoPostgres) process.kill(await postmaster(SERVICE_DATA_DIR), 'SIGKILL')
    await kill(first)
    // Writers end because the server is down, never because of an unexpected response.
    for (const end of await ends) {
      assert.instance(end.status === 'rejected' && end.reason, TypeError)
    }

    let second: ServerProcess | undefined
    await eventually('the server starts again', async () => {
      second = await start({ ...dev, SERVICE_DATA_DIR })
      return true
    })
    if (!second) return assert.unreachable()
    const reader = await logIn(second, 'reader@example.com')
    assert.equal(await findMissing(reader, acknowledged), [])
    assert.ok(acknowledged.votes.size >= 50)
    assert.ok(acknowledged.edits.size >= 25)
    const { total } = await (await reader('GET', '/api/v1/terms?limit=1')).json()
    assert.ok(total >= acknowledged.terms.size)
    assert.ok(
      total <= acknowledged.terms.size + clients.length,
      'each client may have one term that was stored but not acknowledged',
    )
    assert.is(await second.stop(), 0)
  })
}

test.run()
