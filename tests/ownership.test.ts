import * as assert from 'uvu/assert'
import { cookie } from './support/credentials.ts'
import { auditOf, everything, historyOf } from './support/evidence.ts'
import { inQueue } from './support/queue.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('ownership')

const confirm = ({ request }: TestService, id: string, as: Person) =>
  request('POST', `/api/v1/terms/${id}/confirm`, { as })
const claim = ({ request }: TestService, id: string, as: Person) =>
  request('POST', `/api/v1/terms/${id}/claim`, { as })
const read = async ({ request }: TestService, id: string, as: Person) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body
const removeOwner = ({ sql }: TestService, id: string) =>
  sql`update terms set owner_id = null where id = ${id}`
const reference = ({ id, email }: Person) => ({ id, display_name: email })

test('the owner, editors and admins can confirm a term', async (service) => {
  const owner = await service.person('viewer')
  for (const as of [owner, await service.person('editor'), await service.person('admin')]) {
    const { id } = await service.term(owner)
    await setStatus(service, id, 'official', 2)
    await markStale(service, id)
    const before = await read(service, id, owner)
    const { status, body } = await confirm(service, id, as)
    assert.is(status, 200)
    const { last_confirmed_at } = body
    assert.equal(body, { ...before, is_stale: false, last_confirmed_at })
    assert.ok(last_confirmed_at > '2024')
    assert.equal(await read(service, id, owner), body)
    assert.equal(await historyOf(service, id), ['1 created', '1 confirmed'])
    assert.equal(await auditOf(service, id), ['term.created', 'term.confirmed'])
  }
})

test('a person who is deactivated stops owning terms, and being activated again changes nothing', async (service) => {
  const [admin, owner] = [await service.person('admin'), await service.person()]
  const [{ id }, other] = [await service.term(owner), await service.term(admin)]
  const setActive = (is_active: boolean) =>
    service.request('PATCH', `/api/v1/users/${owner.id}`, { as: admin, body: { is_active } })
  assert.is((await setActive(false)).status, 200)
  assert.is((await read(service, id, admin)).owner, null)
  assert.is((await read(service, other.id, admin)).owner.id, admin.id)
  assert.equal(await historyOf(service, id), ['1 created', '1 claimed'])
  assert.equal(await auditOf(service, id), ['term.created', 'term.claimed'])
  const { body } = await service.request('GET', `/api/v1/terms/${id}/history`, { as: admin })
  assert.equal(body[0].actor, reference(admin))
  assert.equal(body[0].changes.owner, { from: reference(owner), to: null })
  await setActive(true)
  assert.is((await read(service, id, admin)).owner, null)
})

test('a viewer who is not the owner cannot confirm a term', async (service) => {
  const viewer = await service.person('viewer')
  const [owned, ownerless] = [
    await service.term(await service.person()),
    await service.term(viewer),
  ]
  await removeOwner(service, ownerless.id)
  for (const { id } of [owned, ownerless]) {
    await markStale(service, id)
    const before = await everything(service)
    const { status, body } = await confirm(service, id, viewer)
    assert.is(status, 403)
    assert.is(body.code, 'forbidden')
    assert.equal(await everything(service), before)
  }
})

test('the history records every confirmation, even if the term is not stale', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await confirm(service, id, as)
  await confirm(service, id, as)
  const { body } = await service.request('GET', `/api/v1/terms/${id}/history`, { as })
  assert.equal(body[0], {
    id: body[0].id,
    term_id: id,
    version: 1,
    action: 'confirmed',
    changes: {},
    actor: reference(as),
    accepted_by: null,
    note: null,
    created_at: body[0].created_at,
  })
  assert.equal(await historyOf(service, id), ['1 created', '1 confirmed', '1 confirmed'])
})

test('a confirmation does not change the version', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  await confirm(service, id, as)
  const body = { version: 1, name: 'New' }
  const { status } = await service.request('PUT', `/api/v1/terms/${id}`, { as, body })
  assert.is(status, 200)
})

test('anyone can claim a term that has no owner', async (service) => {
  const [former, as] = [await service.person(), await service.person('viewer')]
  const { id } = await service.term(former)
  await removeOwner(service, id)
  const before = await read(service, id, as)
  const { status, body } = await claim(service, id, as)
  assert.is(status, 200)
  const { last_confirmed_at } = body
  assert.equal(body, { ...before, owner: reference(as), last_confirmed_at })
  assert.equal(await read(service, id, as), body)
  assert.equal(await historyOf(service, id), ['1 created', '1 claimed'])
  assert.equal(await auditOf(service, id), ['term.created', 'term.claimed'])
  const history = await service.request('GET', `/api/v1/terms/${id}/history`, { as })
  assert.equal(history.body[0].changes, { owner: { from: null, to: reference(as) } })
})

test('editors and admins can claim a term that has an owner', async (service) => {
  const owner = await service.person()
  for (const as of [await service.person('editor'), await service.person('admin')]) {
    const { id } = await service.term(owner)
    const { status, body } = await claim(service, id, as)
    assert.is(status, 200)
    assert.equal(body.owner, reference(as))
    assert.is(body.version, 1)
    const history = await service.request('GET', `/api/v1/terms/${id}/history`, { as })
    const { id: entry, created_at } = history.body[0]
    assert.equal(history.body[0], {
      id: entry,
      term_id: id,
      version: 1,
      action: 'claimed',
      changes: { owner: { from: reference(owner), to: reference(as) } },
      actor: reference(as),
      accepted_by: null,
      note: null,
      created_at,
    })
  }
})

test('a viewer cannot claim a term that has an owner', async (service) => {
  const { id } = await service.term(await service.person())
  await markStale(service, id)
  const before = await everything(service)
  const { status, body } = await claim(service, id, await service.person('viewer'))
  assert.is(status, 403)
  assert.is(body.code, 'forbidden')
  assert.equal(await everything(service), before)
})

test("claiming one's own term changes nothing", async (service) => {
  for (const role of ['viewer', 'editor'] as const) {
    const as = await service.person(role)
    const { id } = await service.term(as)
    await markStale(service, id)
    const current = await read(service, id, as)
    const before = await everything(service)
    const { status, body } = await claim(service, id, as)
    assert.is(status, 200)
    assert.equal(body, current)
    assert.equal(await everything(service), before)
  }
})

test('a claim confirms the term', async (service) => {
  const { id } = await service.term(await service.person())
  await markStale(service, id)
  const { body } = await claim(service, id, await service.person('editor'))
  assert.is(body.is_stale, false)
  assert.ok(body.last_confirmed_at > '2024')
})

test('after a claim the new owner can confirm the term and the previous one cannot', async (service) => {
  const [former, editor] = [await service.person(), await service.person('editor')]
  const { id } = await service.term(former)
  await claim(service, id, editor)
  assert.is((await confirm(service, id, former)).status, 403)
  assert.is((await confirm(service, id, editor)).status, 200)
  const { id: other } = await service.term(former)
  await removeOwner(service, other)
  const newOwner = await service.person()
  await claim(service, other, newOwner)
  assert.is((await confirm(service, other, newOwner)).status, 200)
})

test('an editor whose claim waits for another claim replaces the new owner', async (service) => {
  const owner = await service.person()
  const [first, second] = [await service.person('editor'), await service.person('editor')]
  const { id } = await service.term(owner)
  await inQueue(service, id, [() => claim(service, id, first), () => claim(service, id, second)])
  const { body } = await service.request('GET', `/api/v1/terms/${id}/history`, { as: owner })
  assert.equal(
    body.map(({ changes }: { changes: { owner?: unknown } }) => changes.owner),
    [
      { from: reference(first), to: reference(second) },
      { from: reference(owner), to: reference(first) },
      undefined,
    ],
  )
  assert.equal((await read(service, id, owner)).owner, reference(second))
})

test('owners and actors without a display name are shown by the part of their email address before the @', async (service) => {
  const { person, request, sql, term } = service
  const [ada, bo] = [
    await person('viewer', 'ada@example.com'),
    await person('editor', 'bo@example.com'),
  ]
  const reader = await person()
  await sql`update users set display_name = null where id in (${ada.id}, ${bo.id})`
  const { id } = await term(ada, { name: 'SLA' })
  const [adaShown, boShown] = [
    { id: ada.id, display_name: 'ada' },
    { id: bo.id, display_name: 'bo' },
  ]
  assert.equal((await claim(service, id, bo)).body.owner, boShown)
  await request('POST', `/api/v1/terms/${id}/dispute`, { as: ada, body: {} })

  assert.equal((await read(service, id, reader)).owner, boShown)
  for (const query of ['', '?q=sla']) {
    const { body } = await request('GET', `/api/v1/terms${query}`, { as: reader })
    assert.equal(body.items[0].owner, boShown)
  }
  const history = await request('GET', `/api/v1/terms/${id}/history`, { as: reader })
  const [disputed, claimed] = history.body
  assert.equal(disputed.actor, adaShown)
  assert.equal(claimed.actor, boShown)
  assert.equal(claimed.changes, { owner: { from: adaShown, to: boShown } })
  const page = await request('GET', `/terms/${id}`, { headers: cookie(reader) })
  assert.is(page.status, 200)
  assert.match(page.text, /<b>ada<\/b>/)
  assert.not.match(page.text, /(ada|bo)@example\.com/)
  assert.is((await request('GET', '/api/v1/me', { as: bo })).body.display_name, null)
})

test.run()
