import * as assert from 'uvu/assert'
import { auditOf, everything, historyOf } from './support/evidence.ts'
import { inQueue } from './support/queue.ts'
import { aged, standing } from './support/terms.ts'
import { glossary, type Person, type World } from './support/world.ts'

const test = glossary('ownership')

const confirm = ({ request }: World, id: string, as: Person) =>
  request('POST', `/api/v1/terms/${id}/confirm`, { as })
const claim = ({ request }: World, id: string, as: Person) =>
  request('POST', `/api/v1/terms/${id}/claim`, { as })
const read = async ({ request }: World, id: string, as: Person) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body
const orphan = ({ sql }: World, id: string) =>
  sql`update terms set owner_id = null where id = ${id}`
const reference = ({ id, email }: Person) => ({ id, display_name: email })

test('the owner, editors and admins confirm a term', async (world) => {
  const owner = await world.person('viewer')
  for (const as of [owner, await world.person('editor'), await world.person('admin')]) {
    const { id } = await world.term(owner)
    await standing(world, id, 'official', 2)
    await aged(world, id)
    const before = await read(world, id, owner)
    const { status, body } = await confirm(world, id, as)
    assert.is(status, 200)
    const { last_confirmed_at } = body
    assert.equal(body, { ...before, is_stale: false, last_confirmed_at })
    assert.ok(last_confirmed_at > '2024')
    assert.equal(await read(world, id, owner), body)
    assert.equal(await historyOf(world, id), ['1 created', '1 confirmed'])
    assert.equal(await auditOf(world, id), ['term.created', 'term.confirmed'])
  }
})

test('a viewer who is not the owner confirms nothing', async (world) => {
  const viewer = await world.person('viewer')
  const [owned, ownerless] = [await world.term(await world.person()), await world.term(viewer)]
  await orphan(world, ownerless.id)
  for (const { id } of [owned, ownerless]) {
    await aged(world, id)
    const before = await everything(world)
    const { status, body } = await confirm(world, id, viewer)
    assert.is(status, 403)
    assert.is(body.code, 'forbidden')
    assert.equal(await everything(world), before)
  }
})

test('every confirmation is on record, also of a term that is fresh', async (world) => {
  const as = await world.person()
  const { id } = await world.term(as)
  await confirm(world, id, as)
  await confirm(world, id, as)
  const { body } = await world.request('GET', `/api/v1/terms/${id}/history`, { as })
  assert.equal(body[0], {
    id: body[0].id,
    term_id: id,
    version: 1,
    action: 'confirmed',
    changes: {},
    actor: reference(as),
    note: null,
    created_at: body[0].created_at,
  })
  assert.equal(await historyOf(world, id), ['1 created', '1 confirmed', '1 confirmed'])
})

test('an edit made before a confirmation still fits: the version stays', async (world) => {
  const as = await world.person()
  const { id } = await world.term(as)
  await confirm(world, id, as)
  const body = { version: 1, name: 'New' }
  const { status } = await world.request('PUT', `/api/v1/terms/${id}`, { as, body })
  assert.is(status, 200)
})

test('anyone claims a term without an owner', async (world) => {
  const [former, as] = [await world.person(), await world.person('viewer')]
  const { id } = await world.term(former)
  await orphan(world, id)
  const before = await read(world, id, as)
  const { status, body } = await claim(world, id, as)
  assert.is(status, 200)
  const { last_confirmed_at } = body
  assert.equal(body, { ...before, owner: reference(as), last_confirmed_at })
  assert.equal(await read(world, id, as), body)
  assert.equal(await historyOf(world, id), ['1 created', '1 claimed'])
  assert.equal(await auditOf(world, id), ['term.created', 'term.claimed'])
  const history = await world.request('GET', `/api/v1/terms/${id}/history`, { as })
  assert.equal(history.body[0].changes, { owner: { from: null, to: reference(as) } })
})

test('editors and admins claim a term that has an owner', async (world) => {
  const owner = await world.person()
  for (const as of [await world.person('editor'), await world.person('admin')]) {
    const { id } = await world.term(owner)
    const { status, body } = await claim(world, id, as)
    assert.is(status, 200)
    assert.equal(body.owner, reference(as))
    assert.is(body.version, 1)
    const history = await world.request('GET', `/api/v1/terms/${id}/history`, { as })
    const { id: entry, created_at } = history.body[0]
    assert.equal(history.body[0], {
      id: entry,
      term_id: id,
      version: 1,
      action: 'claimed',
      changes: { owner: { from: reference(owner), to: reference(as) } },
      actor: reference(as),
      note: null,
      created_at,
    })
  }
})

test('a viewer claims nothing from its owner', async (world) => {
  const { id } = await world.term(await world.person())
  await aged(world, id)
  const before = await everything(world)
  const { status, body } = await claim(world, id, await world.person('viewer'))
  assert.is(status, 403)
  assert.is(body.code, 'forbidden')
  assert.equal(await everything(world), before)
})

test('claiming what one owns already changes nothing', async (world) => {
  for (const role of ['viewer', 'editor'] as const) {
    const as = await world.person(role)
    const { id } = await world.term(as)
    await aged(world, id)
    const current = await read(world, id, as)
    const before = await everything(world)
    const { status, body } = await claim(world, id, as)
    assert.is(status, 200)
    assert.equal(body, current)
    assert.equal(await everything(world), before)
  }
})

test('a claim counts as a confirmation', async (world) => {
  const { id } = await world.term(await world.person())
  await aged(world, id)
  const { body } = await claim(world, id, await world.person('editor'))
  assert.is(body.is_stale, false)
  assert.ok(body.last_confirmed_at > '2024')
})

test('the new owner may confirm; the former one may no longer', async (world) => {
  const [former, editor] = [await world.person(), await world.person('editor')]
  const { id } = await world.term(former)
  await claim(world, id, editor)
  assert.is((await confirm(world, id, former)).status, 403)
  assert.is((await confirm(world, id, editor)).status, 200)
  const { id: other } = await world.term(former)
  await orphan(world, other)
  const heir = await world.person()
  await claim(world, other, heir)
  assert.is((await confirm(world, other, heir)).status, 200)
})

test('of ten who claim a term without an owner at once, one gets it', async (world) => {
  const people = await Promise.all(Array.from({ length: 10 }, () => world.person('viewer')))
  const { id } = await world.term(people[0] as Person)
  await orphan(world, id)
  const answers = await Promise.all(people.map((as) => claim(world, id, as)))
  const won = answers.filter(({ status }) => status === 200)
  assert.is(won.length, 1)
  assert.is(answers.filter(({ status }) => status === 403).length, 9)
  assert.equal((await read(world, id, people[0] as Person)).owner, won[0]?.body.owner)
  assert.equal(await auditOf(world, id), ['term.created', 'term.claimed'])
})

test('a claim that waits for another one takes the term from its new owner', async (world) => {
  const owner = await world.person()
  const [first, second] = [await world.person('editor'), await world.person('editor')]
  const { id } = await world.term(owner)
  await inQueue(world, id, [() => claim(world, id, first), () => claim(world, id, second)])
  const { body } = await world.request('GET', `/api/v1/terms/${id}/history`, { as: owner })
  assert.equal(
    body.map(({ changes }: { changes: { owner?: unknown } }) => changes.owner),
    [
      { from: reference(first), to: reference(second) },
      { from: reference(owner), to: reference(first) },
      undefined,
    ],
  )
  assert.equal((await read(world, id, owner)).owner, reference(second))
})

test('a confirmation by an owner who meanwhile lost the term is refused', async (world) => {
  const [owner, editor] = [await world.person(), await world.person('editor')]
  const { id } = await world.term(owner)
  const [claimed, refused] = await inQueue(world, id, [
    () => claim(world, id, editor),
    () => confirm(world, id, owner),
  ])
  assert.is(claimed?.status, 200)
  assert.is(refused?.status, 403)
})

test.run()
