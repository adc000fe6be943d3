import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { startEmbedded } from '../lib/db/embedded.ts'
import { bearer } from './support/credentials.ts'
import { eventually } from './support/eventually.ts'
import { servers } from './support/servers.ts'
import { botToken, homeTeam, sign, signingSecret, startSlack } from './support/slack.ts'

const test = servers('commits that hang')

const json = { 'content-type': 'application/json' }
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_term', arguments: { name: 'SLA' } } }

test('without its standby, PostgreSQL stores nothing, and everybody goes on reading', async (service) => {
  const path = await service.dataDirectory()
  const database = await startEmbedded(path, { overTcp: true })
  const slack = await startSlack()
  const server = await service.start({
    SERVICE_SLACK_API_URL: slack.apiUrl,
    SERVICE_SLACK_BOT_TOKEN: botToken,
    SERVICE_SLACK_SIGNING_SECRET: signingSecret,
    SERVICE_DATABASE_URL: database.url,
    SERVICE_DEV_MODE: 'true',
    SERVICE_MCP_BEARER_TOKEN: 'shared',
  })
  const sql = postgres(database.url, { max: 1 })
  const reload = async (statement: string) => {
    await sql.unsafe(statement)
    await sql`select pg_reload_conf()`
  }
  const login = await fetch(`${server.url}/auth/dev/login?email=ada@example.com`, { redirect: 'manual' })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = { cookie }) =>
    fetch(server.url + path, { method, headers: { ...headers, ...json }, ...(body && { body: JSON.stringify(body) }) })
  const agent = { ...bearer('shared'), accept: 'application/json, text/event-stream' }
  const addTerm = (name: string) => send('POST', '/api/v1/terms', { name, definition: 'A promise.' })
  const term = `/api/v1/terms/${(await (await addTerm('SLA')).json()).id}`
  await sql`update terms set category = 'Sales'`
  await sql`update users set messaging_user_id = 'U1'`
  let triggers = 0
  function post(fields: Record<string, string>) {
    const body = `${new URLSearchParams(fields)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...sign(body) }
    return fetch(`${server.url}/slack/events`, { method: 'POST', headers, body })
  }
  async function type(text: string) {
    const who = { team_id: homeTeam, user_id: 'U1', channel_id: 'C1', response_url: slack.responseUrl('command') }
    const response = await post({ command: '/glossary', text, trigger_id: `T${triggers++}`, ...who })
    return (await response.json()).text
  }
  async function press(action_id: string) {
    const actions = [{ type: 'button', action_id, value: term.split('/').at(-1) }]
    const fields = { trigger_id: `T${triggers++}`, response_url: slack.responseUrl('button'), channel: { id: 'C1' } }
    const payload = { type: 'block_actions', user: { id: 'U1', team_id: homeTeam }, actions, ...fields }
    return post({ payload: JSON.stringify(payload) })
  }
  assert.match(await type('SLA'), /A promise/)
  const token = await (await send('POST', '/api/v1/tokens', { name: 'x', scopes: ['read'] })).json()
  assert.is((await fetch(`${server.url}/ready`)).status, 200)

  await reload("alter system set synchronous_standby_names = 'ghost'")
  const writes = Promise.allSettled([
    ...['A', 'B', 'C', 'D', 'E', 'F'].map((name) => addTerm(`Term ${name}`)),
    send('POST', `${term}/vote`),
  ])
  assert.match(await type('vote SLA'), /cannot reach its database/)
  const hanging = () => sql`select from pg_stat_activity where wait_event in ('SyncRep', 'object')`
  await eventually('commits hang', async () => (await hanging()).length > 1)
  const reads: Record<string, () => Promise<Response>> = {
    'a search': () => send('GET', '/api/v1/terms?q=promise'),
    'a term': () => send('GET', term),
    'a lookup': () => send('GET', '/api/v1/lookup?q=SLA'),
    'a lookup in vain': () => send('GET', '/api/v1/lookup?q=nothing'),
    'a text': () => send('POST', '/api/v1/explain', { text: 'Our SLA.' }),
    'an inbox': () => send('GET', '/api/v1/inbox'),
    'a page': () => send('GET', '/'),
    'an export': () => send('GET', '/api/v1/export?status=all'),
    'a token': () => send('GET', term, undefined, bearer(token.token)),
    MCP: () => send('POST', '/mcp', call, agent),
    '/ready?for=reads': () => send('GET', '/ready?for=reads'),
  }
  for (let round = 0; round < 3; round++)
    for (const [what, read] of Object.entries(reads)) assert.is((await read()).status, 200, what)
  const ready = await fetch(`${server.url}/ready`)
  assert.is(ready.status, 503)
  assert.match((await ready.json()).detail, /This fails: .*commits/)
  assert.is((await fetch(`${server.url}/ready?for=writes`)).status, 422)

  // Those that hang get 503 after twelve seconds; those that come later are not tried, and leave no connection behind.
  const isRefused = async () => (await (await addTerm('Term H')).json()).code === 'database_busy'
  await eventually('what writes is refused at once', isRefused, 30)
  await eventually('Slack has answers', async () => /A promise/.test(await type('SLA')), 30)
  assert.match(await type('add Term O -- One of many.'), /can be read, but stores nothing/)
  assert.match(await type('dispute SLA -- It is wrong.'), /can be read, but stores nothing/)
  assert.match(await type('search promise'), /1 term/)
  const told = (what: RegExp) => () => slack.responses.some(({ message }) => what.test(message.text))
  assert.is((await press('vote_term')).status, 200)
  await eventually('Slack says what was not stored', told(/can be read, but stores nothing/))
  assert.is((await press('share_term')).status, 200)
  await eventually('a definition is shared', told(/SLA/))
  const before = (await hanging()).length
  const refused = await Promise.all(['I', 'J', 'K', 'L', 'M', 'N'].map((name) => addTerm(`Term ${name}`)))
  assert.equal(
    refused.map(({ status, headers }) => [status, headers.get('retry-after')]),
    Array(6).fill([503, '5']),
  )
  assert.ok((await hanging()).length <= before)
  for (const [what, read] of Object.entries(reads)) assert.is((await read()).status, 200, what)
  assert.match((await (await fetch(`${server.url}/ready`)).json()).detail, /This fails: .*commits/)

  await reload('alter system reset synchronous_standby_names')
  await eventually('it is ready', async () => (await fetch(`${server.url}/ready`)).ok, 10)
  for (const write of await writes)
    assert.ok(write.status === 'fulfilled' && [200, 201, 503].includes(write.value.status), JSON.stringify(write))
  assert.is((await addTerm('Term G')).status, 201)
  assert.is((await (await send('GET', '/api/v1/lookup?q=Term%20N')).json()).terms.length, 0)
  await eventually('Slack adds terms', async () => /Term P/.test(await type('add Term P -- One of many.')), 10)
  await sql.end()
  await server.stop()
  await slack.close()
  await database.stop()
})

test.run()
