import * as assert from 'uvu/assert'
import { createKnownNames } from '../lib/lookup/known-names.ts'
import { tokenize } from '../lib/lookup/tokens.ts'
import { eventually } from './support/eventually.ts'
import { servers } from './support/servers.ts'
import { glossary, secretKey } from './support/test-service.ts'

const test = glossary('the names in memory')
const started = servers('the names in memory, at the start')

test('a stop ends loading many names', async (service) => {
  await service.sql`
    insert into terms (name, definition, status, source)
    select 'Name ' || i, 'One of many.', 'pending', 'user' from generate_series(1, 2500) as i`
  const stopping = new AbortController()
  const names = createKnownNames(service.ctx.db, stopping.signal)
  stopping.abort()
  await names.read().then(
    () => assert.unreachable(),
    (error) => assert.is(error.name, 'AbortError'),
  )
  assert.is(names.readIfLoaded(), null)
  const others = createKnownNames(service.ctx.db, new AbortController().signal)
  const found = (await others.read()).find(tokenize('Name 1, Name 2500'))
  assert.is([...found].length, 2)
  assert.is(await others.readIfLoaded(), await others.read())
})

started('they are loaded once the server listens', async ({ start, database }) => {
  const server = await start({
    SERVICE_DATABASE_URL: await database('migrated'),
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DEV_MODE: 'true',
  })
  const login = await fetch(`${server.url}/auth/dev/login?email=ada@example.com`, {
    headers: { accept: 'application/json' },
  })
  const { id: userId } = (await login.json()) as { id: string }
  const headers = { 'x-user-id': userId, 'content-type': 'application/json' }
  const add = async (name: string, definition: string) => {
    const body = JSON.stringify({ name, definition })
    const response = await fetch(`${server.url}/api/v1/terms`, { method: 'POST', headers, body })
    return (await response.json()) as { id: string }
  }
  await add('SLO', 'A target.')
  const { id } = await add('SLA', 'More than an SLO.')
  // Pages have links only while the names are loaded, and do not load them.
  await eventually('the page has a link', async () => {
    const page = await fetch(`${server.url}/terms/${id}`, { headers })
    return (await page.text()).includes('class="name-link"')
  })
  assert.is(await server.stop(), 0)
  assert.is(server.output.stderr, '')
})

test.run()
started.run()
