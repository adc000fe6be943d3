import * as assert from 'uvu/assert'
import type { Role } from '../lib/schemas/user.ts'
import { cookie } from './support/credentials.ts'
import { auditOf, everything, historyOf } from './support/evidence.ts'
import { inQueue } from './support/queue.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('ownership')

const confirm = ({ request }: TestService, id: string, as: Person) =>
  request('POST', `/api/v1/terms/${id}/confirm`, { as })
const claim = ({ request }: TestService, id: string, as: Person) => request('POST', `/api/v1/terms/${id}/claim`, { as })
const read = async ({ request }: TestService, id: string, as: Person) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body
const removeOwner = ({ sql }: TestService, id: string) => sql`update terms set owner_id = null where id = ${id}`
const reference = ({ id, email }: Person) => ({ id, display_name: email })

/**
 * What a person makes of a stale term of someone else, of their own, or of nobody: who owns it afterwards, or what
 * refuses it.
 */
const cases: [action: string, who: Role | 'owner', ownerless: boolean, outcome: string][] = [
  ['confirm', 'owner', false, 'confirmed'],
  ['confirm', 'editor', false, 'confirmed'],
  ['confirm', 'admin', true, 'confirmed'],
  ['confirm', 'viewer', false, 'forbidden'],
  ['confirm', 'viewer', true, 'forbidden'],
  ['claim', 'viewer', true, 'claimed'],
  ['claim', 'editor', true, 'claimed'],
  ['claim', 'editor', false, 'claimed'],
  ['claim', 'admin', false, 'claimed'],
  ['claim', 'viewer', false, 'forbidden'],
  ['claim', 'owner', false, 'nothing'],
]

for (const [action, who, isOwnerless, outcome] of cases) {
  const whose = isOwnerless
    ? 'a term without an owner'
    : `the term of ${who === 'owner' ? 'their own' : 'another person'}`
  test(`${action}: for ${who === 'owner' ? 'a viewer' : `the role ${who}`} and ${whose}: ${outcome}`, async (service) => {
    const owner = await service.person('viewer')
    const as = who === 'owner' ? owner : await service.person(who)
    const { id } = await service.term(owner)
    await setStatus(service, id, 'pending', 2)
    await markStale(service, id)
    if (isOwnerless) await removeOwner(service, id)
    const [term, rows] = [await read(service, id, as), await everything(service)]
    const { status, body } = await service.request('POST', `/api/v1/terms/${id}/${action}`, { as })
    if (outcome === 'forbidden') assert.equal([status, body.code], [403, 'forbidden'])
    if (outcome === 'nothing') assert.equal([status, body], [200, term])
    if (['forbidden', 'nothing'].includes(outcome)) {
      return assert.equal(await everything(service), rows)
    }
    const { last_confirmed_at } = body
    assert.ok(last_confirmed_at > '2024')
    const now = outcome === 'claimed' ? reference(as) : term.owner
    assert.is(status, 200)
    assert.equal(body, { ...term, owner: now, is_stale: false, last_confirmed_at })
    assert.equal(await read(service, id, owner), body)
    assert.equal(await auditOf(service, id), ['term.created', `term.${outcome}`])
    const history = await service.request('GET', `/api/v1/terms/${id}/history`, { as })
    const { id: entry, created_at } = history.body[0]
    assert.equal(history.body[0], {
      ...{ id: entry, term_id: id, version: 1, action: outcome, actor: reference(as) },
      changes: outcome === 'claimed' ? { owner: { from: term.owner, to: reference(as) } } : {},
      ...{ accepted_by: null, note: null, created_at },
    })
    // The version is as it was, whoever owns a term can confirm it, and each confirmation is recorded.
    const edit = { version: 1, name: 'New' }
    const path = `/api/v1/terms/${id}`
    assert.is((await service.request('PUT', path, { as, body: edit })).status, 200)
    assert.is((await confirm(service, id, as)).status, 200)
    const former = outcome === 'claimed' ? 403 : 200
    if (!isOwnerless) assert.is((await confirm(service, id, owner)).status, former)
    const confirmations = (await historyOf(service, id)).filter((each) => each === '2 confirmed')
    assert.is(confirmations.length, former === 200 && !isOwnerless ? 2 : 1)
  })
}

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

test('an editor whose claim waits for another claim replaces the new owner', async (service) => {
  const owner = await service.person()
  const [first, second] = [await service.person('editor'), await service.person('editor')]
  const { id } = await service.term(owner)
  await inQueue(service, id, [() => claim(service, id, first), () => claim(service, id, second)])
  const { body } = await service.request('GET', `/api/v1/terms/${id}/history`, { as: owner })
  assert.equal(
    body.map(({ changes }: { changes: { owner?: unknown } }) => changes.owner),
    [{ from: reference(first), to: reference(second) }, { from: reference(owner), to: reference(first) }, undefined],
  )
  assert.equal((await read(service, id, owner)).owner, reference(second))
})

test('owners and actors without a display name are shown by the part of their email address before the @', async (service) => {
  const { person, request, sql, term } = service
  const [ada, bo] = [await person('viewer', 'ada@example.com'), await person('editor', 'bo@example.com')]
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
