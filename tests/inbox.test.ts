import * as assert from 'uvu/assert'
import { setStatus } from './support/terms.ts'
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

const kinds = async (service: TestService, as: Person) =>
  (await inbox(service, as)).map(({ kind }) => kind)

const call = (service: TestService, as: Person, method: string, path: string, body?: object) =>
  service.request(method, `/api/v1${path}`, { as, body })

async function ofAda(service: TestService) {
  const [ada, bo, editor] = [
    await service.person(),
    await service.person(),
    await service.person('editor'),
  ]
  const { id } = await service.term(ada, { name: 'SLA', category: 'Operations' })
  return { ada, bo, editor, id, term: `/terms/${id}` }
}

type Cast = Awaited<ReturnType<typeof ofAda>> & { service: TestService }
type Case = [what: string, act: (cast: Cast) => Promise<unknown>, kind: string, detail: object]

const openDispute = async ({ service, bo, term }: Cast) => {
  await call(service, bo, 'POST', `${term}/dispute`, { reason: 'Wrong.' })
  return (await call(service, bo, 'GET', `${term}/disputes`)).body[0].id
}
const propose = async ({ service, bo, term }: Cast) => {
  const body = { version: 1, definition: 'Another.', note: 'Clearer' }
  return (await call(service, bo, 'POST', `${term}/proposals`, body)).body.id
}

/** What the owner, Ada, hears. */
const ofOwner: Case[] = [
  [
    'an edit',
    ({ service, bo, term }) =>
      call(service, bo, 'PUT', term, { version: 1, definition: 'New.', category: 'Legal' }),
    'edited',
    { action: 'term.updated', version: 2, fields: ['category', 'definition'] },
  ],
  ['a dispute', openDispute, 'disputed', { action: 'term.disputed', reason: 'Wrong.' }],
  [
    'a proposal',
    propose,
    'proposed',
    { action: 'proposal.created', note: 'Clearer', fields: ['definition'] },
  ],
  [
    'a promotion',
    ({ service, editor, term }) => call(service, editor, 'POST', `${term}/promote`, {}),
    'promoted',
    { action: 'term.promoted', from: 'pending', to: 'community' },
  ],
  [
    'a vote that changes the status',
    async ({ service, bo, id, term }) => {
      await setStatus(service, id, 'pending', 2)
      await call(service, bo, 'POST', `${term}/vote`)
    },
    'promoted',
    { action: 'term.voted', from: 'pending', to: 'community' },
  ],
  [
    'another owner',
    ({ service, editor, term }) => call(service, editor, 'POST', `${term}/claim`),
    'ownership',
    { action: 'term.claimed' },
  ],
  [
    'the deletion',
    ({ service, editor, term }) => call(service, editor, 'DELETE', term),
    'ownership',
    { action: 'term.deleted' },
  ],
]

for (const [what, act, kind, detail] of ofOwner) {
  test(`the owner of a term is notified of ${what}, and whoever did it is not`, async (service) => {
    const cast = { service, ...(await ofAda(service)) }
    await act(cast)
    const [entry, ...others] = await inbox(service, cast.ada)
    assert.equal(others, [])
    assert.equal([entry?.kind, entry?.term], [kind, { id: cast.id, name: 'SLA' }])
    assert.ok([cast.bo.id, cast.editor.id].includes(entry?.actor?.id ?? ''))
    const seen = Object.keys(detail).map((field) => [field, entry?.detail[field]])
    assert.equal(Object.fromEntries(seen), detail)
    assert.not.match(JSON.stringify(entry), /New\.|Another\./)
    assert.equal([...(await kinds(service, cast.bo)), ...(await kinds(service, cast.editor))], [])
  })
}

test('people are not notified of their own actions, nor of votes that change nothing', async (service) => {
  const cast = { service, ...(await ofAda(service)) }
  const { ada, bo, term } = cast
  await call(service, ada, 'PUT', term, { version: 1, definition: 'Mine.' })
  await call(service, ada, 'POST', `${term}/dispute`, {})
  await call(service, ada, 'POST', `${term}/confirm`, { resolve_disputes: true })
  await call(service, bo, 'POST', `${term}/vote`)
  await call(service, ada, 'DELETE', `${term}/vote`)
  assert.equal(await kinds(service, ada), [])
})

test('whoever proposed a change hears the decision, and the owner who accepts it is not told of the edit', async (service) => {
  const cast = { service, ...(await ofAda(service)) }
  const { ada, bo, editor } = cast
  await call(service, ada, 'POST', `/proposals/${await propose(cast)}/accept`, {})
  assert.equal(await kinds(service, ada), ['proposed'])
  const [accepted] = await inbox(service, bo)
  assert.equal(
    [accepted?.kind, accepted?.detail.action, accepted?.actor?.id],
    ['proposal_decided', 'proposal.accepted', ada.id],
  )
  const second = { version: 2, definition: 'Again.' }
  const { body } = await call(service, bo, 'POST', `${cast.term}/proposals`, second)
  await call(service, editor, 'POST', `/proposals/${body.id}/accept`, {})
  assert.equal(await kinds(service, ada), ['edited', 'proposed', 'proposed'])
})

test('whoever reported a problem hears how it was resolved', async (service) => {
  const cast = { service, ...(await ofAda(service)) }
  const { bo, editor } = cast
  const body = { resolution: 'dismissed', note: 'It is right.' }
  await call(service, editor, 'POST', `/disputes/${await openDispute(cast)}/resolve`, body)
  const [entry] = await inbox(service, bo)
  assert.is(entry?.kind, 'dispute_resolved')
  assert.equal([entry?.detail.resolution, entry?.detail.note], ['dismissed', 'It is right.'])
})

test('owners and editors get one entry about all their stale terms', async (service) => {
  const { ada, editor } = await ofAda(service)
  await service.term(ada, { name: 'SLO' })
  const { id } = await service.term(ada, { name: 'XYZ' })
  await service.sql`update terms set owner_id = null where id = ${id}`
  await service.sql`update terms set last_confirmed_at = now() - interval '181 days'`
  const admin = await service.person('admin')
  await call(service, admin, 'POST', '/admin/jobs/staleness/run')
  await service.ctx.background.settle()
  const told = async (as: Person) =>
    (await inbox(service, as)).map(({ kind, term, detail }) => [kind, term, detail.total])
  assert.equal(await told(ada), [['stale', null, 2]])
  assert.equal(await told(editor), [['stale', null, 1]])
})

test('that two terms have two meanings is told to nobody', async (service) => {
  const { ada, bo, editor, id, term } = await ofAda(service)
  await call(service, bo, 'PUT', `${term}/follow`)
  const other = await service.term(ada, { name: 'SLA', category: 'Legal' })
  const items = [{ term_id: id, other_id: other.id }]
  const body = { action: 'dismiss', items }
  const { results } = (await call(service, editor, 'POST', '/review/bulk', body)).body
  assert.is(results[0].outcome, 'done')
  assert.equal([...(await kinds(service, ada)), ...(await kinds(service, bo))], [])
})

test('deactivated people get no entries', async (service) => {
  const { ada, bo, term } = await ofAda(service)
  await service.sql`update users set is_active = false where id = ${ada.id}`
  await call(service, bo, 'PUT', term, { version: 1, definition: 'New.' })
  assert.equal([...(await service.sql`select from inbox_entries`)], [])
})

test('an entry is committed with its change', async (service) => {
  const { bo, term } = await ofAda(service)
  await service.sql`alter table inbox_entries add constraint fault check (kind <> 'edited')`
  const { status } = await call(service, bo, 'PUT', term, { version: 1, definition: 'New.' })
  assert.is(status, 500)
  assert.is((await call(service, bo, 'GET', term)).body.version, 1)
})

test('entries are read one by one or all at once, each person their own', async (service) => {
  const { ada, bo, term } = await ofAda(service)
  for (const version of [1, 2, 3]) {
    await call(service, bo, 'PUT', term, { version, definition: `Version ${version + 1}` })
  }
  const [newest, ...rest] = await inbox(service, ada)
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
  const { ada } = await ofAda(service)
  await service.sql`
    insert into inbox_entries (user_id, kind, created_at)
    select ${ada.id}, 'stale', now() - make_interval(days => days) from unnest('{179,181}'::int[]) as days`
  await service.ctx.db.run('jobs/delete-old', { table_name: 'inbox_entries', most: 100 })
  assert.is((await inbox(service, ada)).length, 1)
})

test.run()
