import * as assert from 'uvu/assert'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('protected terms')
const open = glossary('terms that everyone may edit', { SERVICE_EDITING: 'open' })

const edit = (service: TestService, as: Person, id: string, fields: object) =>
  service.request('PUT', `/api/v1/terms/${id}`, { as, body: fields })

for (const status of ['suggested', 'pending'] as const) {
  test(`everyone can edit a ${status} term`, async (service) => {
    const [owner, other] = [await service.person(), await service.person()]
    const { id } = await service.term(owner)
    await setStatus(service, id, status)
    assert.is((await edit(service, other, id, { version: 1, definition: 'New.' })).status, 200)
  })
}

for (const status of ['community', 'official'] as const) {
  test(`only the owner, editors and admins can edit a ${status} term`, async (service) => {
    const [owner, other] = [await service.person(), await service.person()]
    const { id } = await service.term(owner)
    await setStatus(service, id, status, 12)
    const { status: code, body } = await edit(service, other, id, { version: 1, name: 'X' })
    assert.equal([code, body.code, body.proposals], [403, 'protected', `/api/v1/terms/${id}/proposals`])
    const history = await service.request('GET', `/api/v1/terms/${id}/history`, { as: other })
    assert.is(history.body.length, 1)
    const people = [owner, await service.person('editor'), await service.person('admin')]
    for (const [i, as] of people.entries()) {
      const edited = await edit(service, as, id, { version: i + 1, definition: `Text ${i}.` })
      assert.equal([edited.status, edited.body.status], [200, status])
    }
  })
}

test('a term that lost its status through a dispute stays protected until the dispute is resolved', async (service) => {
  const [owner, other] = [await service.person(), await service.person()]
  const editor = await service.person('editor')
  const { id } = await service.term(owner)
  await setStatus(service, id, 'official', 12)
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: other, body: {} })
  const refused = await edit(service, other, id, { version: 2, definition: 'Mine.' })
  assert.equal([refused.status, refused.body.code], [403, 'protected'])
  const { body: disputes } = await service.request('GET', `/api/v1/terms/${id}/disputes`, { as: other })
  const resolution = await service.request('POST', `/api/v1/disputes/${disputes[0].id}/resolve`, {
    as: editor,
    body: { resolution: 'upheld' },
  })
  assert.is(resolution.status, 200)
  assert.is((await edit(service, other, id, { version: 2, definition: 'Mine.' })).status, 200)
})

test('only editors can claim a protected term without an owner', async (service) => {
  const [owner, other] = [await service.person(), await service.person()]
  const { id } = await service.term(owner)
  await setStatus(service, id, 'official', 12)
  await service.sql`update terms set owner_id = null where id = ${id}`
  const claim = (as: Person) => service.request('POST', `/api/v1/terms/${id}/claim`, { as })
  assert.is((await claim(other)).status, 403)
  assert.is((await claim(await service.person('editor'))).status, 200)
})

open('SERVICE_EDITING=open lets everyone edit everything', async (service) => {
  const [owner, other] = [await service.person(), await service.person()]
  const { id } = await service.term(owner)
  await setStatus(service, id, 'official', 12)
  assert.is((await edit(service, other, id, { version: 1, definition: 'New.' })).status, 200)
})

test('a term can be reverted to an earlier version by whoever may edit it', async (service) => {
  const [owner, other] = [await service.person(), await service.person()]
  const term = await service.term(owner, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    category: 'Legal',
    aliases: ['uptime contract'],
  })
  await edit(service, other, term.id, { version: 1, definition: 'Vandalised.', aliases: [] })
  await edit(service, other, term.id, { version: 2, full_name: null, category: 'Jokes' })
  const revert = (as: Person, body: object) => service.request('POST', `/api/v1/terms/${term.id}/revert`, { as, body })
  const { status, body } = await revert(owner, { version: 3, to_version: 1, note: 'No.' })
  assert.is(status, 200)
  const { name, full_name, definition, category, aliases } = term
  assert.equal(
    [body.name, body.full_name, body.definition, body.category, body.aliases, body.version],
    [name, full_name, definition, category, aliases, 4],
  )
  const { body: history } = await service.request('GET', `/api/v1/terms/${term.id}/history`, { as: owner })
  assert.equal([history[0].action, history[0].note], ['reverted', 'No.'])
  assert.equal(history[0].changes.aliases, { from: [], to: aliases })
  const audit = await service.sql`select action from audit_events where target_id = ${term.id} order by seq desc`
  assert.is(audit[0]?.action, 'term.reverted')
  assert.is((await revert(owner, { version: 3, to_version: 2 })).body.code, 'version_conflict')
  assert.is((await revert(owner, { version: 4, to_version: 4 })).status, 422)
  const back = await revert(owner, { version: 4, to_version: 2 })
  assert.equal([back.body.definition, back.body.category], ['Vandalised.', 'Legal'])
  await setStatus(service, term.id, 'official', 12)
  assert.is((await revert(other, { version: 5, to_version: 1 })).body.code, 'protected')
})

test.run()
open.run()
