import * as assert from 'uvu/assert'
import { votesOf } from './support/evidence.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('resolving disputes')

async function disputed(service: TestService) {
  const [owner, ada] = [await service.person(), await service.person()]
  const { id } = await service.term(owner)
  await setStatus(service, id, 'official', 12)
  await dispute(service, ada, id, { reason: 'Wrong.' })
  return { owner, ada, id, editor: await service.person('editor') }
}

const dispute = (service: TestService, as: Person, id: string, body: object = {}) =>
  service.request('POST', `/api/v1/terms/${id}/dispute`, { as, body })

const disputesOf = async (service: TestService, as: Person, id: string) =>
  (await service.request('GET', `/api/v1/terms/${id}/disputes`, { as })).body

const resolve = (service: TestService, as: Person, id: string, body: object) =>
  service.request('POST', `/api/v1/disputes/${id}/resolve`, { as, body })

const stateOf = async (service: TestService, as: Person, id: string) => {
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  return [body.status, body.vote_count, body.open_disputes]
}

test('a dispute lasts, and another one from the same person only adds its reason', async (service) => {
  const { ada, id } = await disputed(service)
  assert.equal(await stateOf(service, ada, id), ['pending', 0, 1])
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as: ada })
  const again = await dispute(service, ada, id, { reason: 'Really.' })
  assert.equal([again.status, again.body.vote_count, again.body.version], [200, 1, 2])
  const disputes = await disputesOf(service, ada, id)
  assert.is(disputes.length, 1)
  const [{ reasons, opened_by, ...rest }] = disputes
  assert.equal(
    reasons.map(({ text }: { text: string }) => text),
    ['Wrong.', 'Really.'],
  )
  assert.is(opened_by.id, ada.id)
  assert.equal([rest.resolved_by, rest.resolved_at, rest.resolution, rest.note], [null, null, null, null])
})

test('who may resolve a dispute how', async (service) => {
  const allowed = { upheld: ['owner', 'editor'], dismissed: ['editor'], withdrawn: ['ada'] }
  for (const [resolution, who] of Object.entries(allowed)) {
    for (const role of ['owner', 'editor', 'ada', 'other'] as const) {
      const { id, ...people } = { ...(await disputed(service)), other: await service.person() }
      const [{ id: dispute }] = await disputesOf(service, people.ada, id)
      const { status } = await resolve(service, people[role], dispute, { resolution })
      assert.is(status, who.includes(role) ? 200 : 403, `${role}: ${resolution}`)
    }
  }
})

for (const resolution of ['dismissed', 'withdrawn'] as const) {
  test(`a dispute that is ${resolution} gives back the votes and the status that it took`, async (service) => {
    const { ada, editor, id } = await disputed(service)
    const voter = await service.person()
    await service.request('POST', `/api/v1/terms/${id}/vote`, { as: voter })
    const [{ id: dispute }] = await disputesOf(service, ada, id)
    const as = resolution === 'dismissed' ? editor : ada
    const { status, body } = await resolve(service, as, dispute, { resolution, note: 'It is right.' })
    assert.equal([status, body.resolution, body.note], [200, resolution, 'It is right.'])
    assert.equal(await stateOf(service, ada, id), ['official', 13, 0])
    assert.equal(await votesOf(service, id), { counted: 13, cast: 13 })
    const { body: history } = await service.request('GET', `/api/v1/terms/${id}/history`, { as: ada })
    assert.equal([history[0].action, history[0].note, history[0].version], ['dispute_resolved', 'It is right.', 3])
    assert.equal(history[0].changes, {
      resolution: { from: null, to: resolution },
      status: { from: 'pending', to: 'official' },
      vote_count: { from: 1, to: 13 },
    })
    const again = await resolve(service, editor, dispute, { resolution: 'upheld' })
    assert.equal([again.status, again.body.code], [409, 'already_resolved'])
  })
}

test('a person who has voted again has one vote when the old ones return', async (service) => {
  const { ada, editor, id, owner } = await disputed(service)
  const [{ id: first }] = await disputesOf(service, ada, id)
  await resolve(service, editor, first, { resolution: 'dismissed' })
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as: owner })
  await dispute(service, ada, id)
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as: owner })
  const [{ id: second }] = await disputesOf(service, ada, id)
  await resolve(service, editor, second, { resolution: 'dismissed' })
  assert.equal(await stateOf(service, ada, id), ['official', 13, 0])
  assert.equal(await votesOf(service, id), { counted: 13, cast: 13 })
})

test('the status does not return while another dispute is open, after an edit, or if the dispute was upheld', async (service) => {
  const one = await disputed(service)
  const bob = await service.person()
  await dispute(service, bob, one.id)
  const [bobs, adas] = await disputesOf(service, bob, one.id)
  await resolve(service, one.editor, adas.id, { resolution: 'dismissed' })
  assert.equal(await stateOf(service, bob, one.id), ['pending', 12, 1])
  await resolve(service, one.editor, bobs.id, { resolution: 'dismissed' })
  assert.equal(await stateOf(service, bob, one.id), ['official', 12, 0])

  const two = await disputed(service)
  const edit = { version: 2, definition: 'Another text.' }
  await service.request('PUT', `/api/v1/terms/${two.id}`, { as: two.owner, body: edit })
  const [edited] = await disputesOf(service, bob, two.id)
  await resolve(service, two.editor, edited.id, { resolution: 'dismissed' })
  assert.equal(await stateOf(service, bob, two.id), ['pending', 12, 0])

  const three = await disputed(service)
  const [upheld] = await disputesOf(service, bob, three.id)
  await resolve(service, three.owner, upheld.id, { resolution: 'upheld' })
  assert.equal(await stateOf(service, bob, three.id), ['pending', 0, 0])
})

test('an edit upholds the disputes if the owner or an editor asks for it', async (service) => {
  const { owner, ada, id } = await disputed(service)
  const send = (as: Person, definition: string, resolve_disputes?: boolean) =>
    service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 2, definition, resolve_disputes } })
  assert.is((await send(ada, 'Better.', true)).status, 403)
  assert.equal(await stateOf(service, ada, id), ['pending', 0, 1])
  const { status, body } = await send(owner, 'Better.', true)
  assert.equal([status, body.open_disputes], [200, 0])
  assert.is((await disputesOf(service, ada, id))[0].resolution, 'upheld')
  const other = await disputed(service)
  const edit = { version: 2, definition: 'B.' }
  await service.request('PUT', `/api/v1/terms/${other.id}`, { as: other.owner, body: edit })
  assert.is((await disputesOf(service, other.ada, other.id))[0].resolution, null)
})

test('a confirmation decides about no dispute', async (service) => {
  const { owner, ada, id } = await disputed(service)
  const confirm = (body: unknown) =>
    service.request('POST', `/api/v1/terms/${id}/confirm`, { as: owner, body: body as object })
  for (const resolve_disputes of [true, false, null]) {
    const { status, body } = await confirm({ resolve_disputes })
    assert.equal([status, body.code], [422, 'validation_failed'], String(resolve_disputes))
  }
  assert.is((await confirm({})).status, 200)
  assert.is((await disputesOf(service, ada, id))[0].resolution, null)
})

test.run()
