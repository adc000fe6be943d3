import type { TransactionSql } from 'postgres'
import * as assert from 'uvu/assert'
import { Deadline } from '../lib/http/deadline.ts'
import { apiToken, bearer } from './support/credentials.ts'
import { eventually } from './support/eventually.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('requests whose client has gone')

/** Sends a request of a client that disconnects when `disconnect` is called. */
function startRequest({ app }: TestService, as: Person, path: string, body: object) {
  let isDisconnected = false
  const request = new Request(`http://localhost:8000${path}`, {
    method: 'POST',
    headers: { ...bearer(as.session), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const response = app(request, '127.0.0.1', () => isDisconnected)
  const disconnect = () => {
    isDisconnected = true
  }
  return { response, disconnect }
}

const codeOf = async (response: Promise<Response>) => ((await (await response).json()) as { code: string }).code

/** Waits until that many statements of the service wait for a lock on a table. */
const untilWaiting = (tx: TransactionSql, table: string, count: number) =>
  eventually(`${count} statements wait for ${table}`, async () => {
    const [row] = await tx`
      select count(*)::integer as waiting from pg_locks
      where not granted and relation = ${table}::regclass`
    return row?.waiting === count
  })

test('a transaction ends at its next statement, and nothing of it is kept', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  const { response } = await service.sql.begin(async (tx) => {
    await tx`lock table terms in access exclusive mode`
    const started = startRequest(service, as, `/api/v1/terms/${id}/dispute`, {})
    await untilWaiting(tx, 'terms', 1)
    started.disconnect()
    return started
  })
  assert.is(await codeOf(response), 'client_disconnected')
  const history = await service.sql`select action from term_history`
  assert.equal(
    [...history].map(({ action }) => action),
    ['created'],
  )
})

test('further statements of a request are not sent', async (service) => {
  const as = await service.person()
  const { name } = await service.term(as)
  const { response } = await service.sql.begin(async (tx) => {
    await tx`lock table terms in access exclusive mode`
    const body = { name, definition: 'A repetition.' }
    const started = startRequest(service, as, '/api/v1/terms', body)
    await untilWaiting(tx, 'terms', 1)
    started.disconnect()
    return started
  })
  // Without the second statement, which finds the existing term, it cannot be called a duplicate.
  assert.is(await codeOf(response), 'client_disconnected')
})

test('a job goes on without the client that started it', async (service) => {
  const admin = await service.person('admin')
  const { id } = await service.term(admin)
  await service.sql`update terms set last_confirmed_at = '2020-01-01'`
  await service.sql.begin(async (tx) => {
    await tx`lock table terms in access exclusive mode`
    const started = startRequest(service, admin, '/api/v1/admin/jobs/staleness/run', {})
    assert.is((await started.response).status, 202)
    await untilWaiting(tx, 'terms', 1)
    started.disconnect()
  })
  await service.ctx.background.settle()
  const [run] = await service.sql`select status from job_runs`
  assert.is(run?.status, 'completed')
  const [term] = await service.sql`select is_stale from terms where id = ${id}`
  assert.is(term?.is_stale, true)
})

test('a deadline says when it is over', async () => {
  const deadline = new Deadline(1)
  assert.is(deadline.isOver(), false)
  const never = new Promise(() => {})
  assert.is(await deadline.run(() => never).catch(({ code }) => code), 'timeout')
  assert.is(deadline.isOver(), true)
})

/** Returns a function that calls a tool of MCP with an API token of the person. */
async function createAgent({ request }: TestService, as: Person) {
  const { token } = await apiToken({ request }, as)
  const headers = { ...bearer(token), accept: 'application/json, text/event-stream' }
  return (name: string, args: object) =>
    request('POST', '/mcp', {
      headers,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    })
}

test('the agents of one person leave half of the connections to others', async (service) => {
  const [ada, bob] = [await service.person(), await service.person()]
  await service.term(bob, { name: 'SLA' })
  const [callAsAda, callAsBob] = [await createAgent(service, ada), await createAgent(service, bob)]
  let answered = 0
  const searches = await service.sql.begin(async (tx) => {
    await tx`lock table name_words in access exclusive mode`
    const searches = Array.from({ length: 8 }, () =>
      callAsAda('search_terms', { query: 'unknown' }).then(() => answered++),
    )
    await untilWaiting(tx, 'name_words', 2)
    const { body } = await callAsBob('get_term', { name: 'SLA' })
    assert.is(body.result.structuredContent.name, 'SLA')
    assert.is(answered, 0)
    return searches
  })
  await Promise.all(searches)
})

test.run()
