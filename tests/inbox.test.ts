import * as assert from 'uvu/assert'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('inbox')

type Entry = {
  id: string
  kind: string
  term: { id: string; name: string } | null
  actor: { id: string } | null
  detail: Record<string, unknown>
  read_at: string | null
}

const inbox = async ({ request }: TestService, as: Person, query = ''): Promise<Entry[]> =>
  (await request('GET', `/api/v1/inbox${query}`, { as })).body

const call = (service: TestService, as: Person, method: string, path: string, body?: object) =>
  service.request(method, `/api/v1${path}`, { as, body })

test('entries are read one by one or all at once, each person their own', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id, name } = await service.term(ada)
  for (const version of [1, 2, 3]) {
    await call(service, bo, 'PUT', `/terms/${id}`, { version, definition: `Version ${version + 1}` })
  }
  const [newest, ...rest] = await inbox(service, ada)
  assert.equal([newest?.kind, newest?.term, newest?.actor?.id], ['edited', { id, name }, bo.id])
  assert.is(newest?.detail.version, 4)
  const read = (as: Person, body: object) => call(service, as, 'POST', '/inbox/read', body)
  const ids = [newest?.id ?? '']
  assert.equal((await read(bo, { ids })).body, { unread: 0 })
  assert.equal((await read(ada, { ids })).body, { unread: 2 })
  const unread = await inbox(service, ada, '?unread=true')
  assert.equal(
    unread.map(({ id }) => id),
    rest.map(({ id }) => id),
  )
  const page = await service.request('GET', '/api/v1/inbox?limit=1&offset=1', { as: ada })
  assert.equal([page.headers.get('x-total-count'), page.body[0].id], ['3', rest[0]?.id])
  assert.equal((await read(ada, { all: true })).body, { unread: 0 })
  assert.ok((await inbox(service, ada)).every(({ read_at }) => read_at !== null))
  for (const body of [{}, { all: false }, { ids, all: true }, { ids: ['x'] }]) {
    assert.is((await read(ada, body)).status, 422, JSON.stringify(body))
  }
})

test('entries are kept for 180 days', async (service) => {
  const ada = await service.person()
  await service.sql`
    insert into inbox_entries (user_id, kind, created_at)
    select ${ada.id}, 'stale', now() - make_interval(days => days) from unnest('{179,181}'::int[]) as days`
  await service.ctx.db.run('jobs/delete-old', { table_name: 'inbox_entries', most: 100 })
  assert.is((await inbox(service, ada)).length, 1)
})

test.run()
