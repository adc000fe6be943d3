import * as assert from 'uvu/assert'
import { sendForm } from './support/forms.ts'
import { statementsOf } from './support/statements.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, send, type TestService } from './support/test-service.ts'

const test = glossary('proposals')

async function official(service: TestService) {
  const [owner, ada] = [await service.person(), await service.person()]
  const fields = { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' }
  const { id } = await service.term(owner, fields)
  await setStatus(service, id, 'official', 12)
  return { owner, ada, id, editor: await service.person('editor') }
}

const propose = (service: TestService, as: Person, id: string, body: object) =>
  service.request('POST', `/api/v1/terms/${id}/proposals`, { as, body })

const act = (service: TestService, as: Person, path: string, body: object = {}) =>
  service.request('POST', `/api/v1/proposals/${path}`, { as, body })

const read = async (service: TestService, as: Person, id: string) =>
  (await service.request('GET', `/api/v1/terms/${id}`, { as })).body

test('a proposal leaves the term as it is until someone accepts it, in the name of its proposer', async (service) => {
  const { owner, ada, id } = await official(service)
  const before = await read(service, ada, id)
  const { status, headers, body } = await propose(service, ada, id, {
    version: 1,
    definition: 'A promise to a customer.',
    full_name: 'Service Level Agreement',
    note: 'Clearer',
  })
  assert.is(status, 201)
  assert.is(headers.get('location'), `/api/v1/proposals/${body.id}`)
  assert.equal(body.changes, { definition: { from: 'A promise.', to: 'A promise to a customer.' } })
  assert.equal(
    [body.term_id, body.base_version, body.note, body.status, body.proposed_by.id, body.decided_by],
    [id, 1, 'Clearer', 'open', ada.id, null],
  )
  assert.equal(await read(service, ada, id), before)
  assert.is((await act(service, ada, `${body.id}/accept`)).status, 403)
  const accepted = await act(service, owner, `${body.id}/accept`)
  assert.equal(
    [accepted.status, accepted.body.definition, accepted.body.status],
    [200, 'A promise to a customer.', 'official'],
  )
  const { body: history } = await service.request('GET', `/api/v1/terms/${id}/history`, { as: ada })
  assert.equal([history[0].action, history[0].actor.id, history[0].note], ['updated', ada.id, 'Clearer'])
  const decided = await service.request('GET', `/api/v1/proposals/${body.id}`, { as: ada })
  assert.equal([decided.body.status, decided.body.decided_by.id], ['accepted', owner.id])
  for (const path of ['accept', 'decline']) {
    const again = await act(service, owner, `${body.id}/${path}`)
    assert.equal([again.status, again.body.code], [409, 'already_decided'])
  }
})

test('a new proposal of the same person replaces the open one', async (service) => {
  const { ada, id } = await official(service)
  const first = await propose(service, ada, id, { version: 1, definition: 'One.' })
  const second = await propose(service, ada, id, { version: 1, definition: 'Two.' })
  const list = async (query: string) => {
    const { body, headers } = await service.request('GET', `/api/v1/proposals?${query}`, { as: ada })
    assert.is(headers.get('x-total-count'), `${body.length}`)
    return body.map((each: { id: string }) => each.id)
  }
  assert.equal(await list(`term_id=${id}&status=open`), [second.body.id])
  assert.equal(await list('status=withdrawn'), [first.body.id])
  assert.equal(await list('status=accepted'), [])
})

test('a proposal that changes nothing gets 422, and one of a version to come 409', async (service) => {
  const { ada, id } = await official(service)
  const same = await propose(service, ada, id, { version: 1, definition: 'A promise.' })
  assert.equal([same.status, same.body.code], [422, 'validation_failed'])
  const later = await propose(service, ada, id, { version: 7, definition: 'New.' })
  assert.equal([later.status, later.body.current_version], [409, 1])
})

test('fields that have changed to something else conflict until the decision names their values', async (service) => {
  const { owner, ada, editor, id } = await official(service)
  const { body } = await propose(service, ada, id, { version: 1, definition: 'Mine.', category: 'Legal' })
  await service.request('PUT', `/api/v1/terms/${id}`, { as: owner, body: { version: 1, definition: 'Theirs.' } })
  const refused = await act(service, editor, `${body.id}/accept`)
  assert.equal([refused.status, refused.body.code], [409, 'conflict'])
  assert.equal(refused.body.conflicts, { definition: { base: 'A promise.', current: 'Theirs.', proposed: 'Mine.' } })
  const fields = { definition: 'Both.' }
  const accepted = await act(service, editor, `${body.id}/accept`, { fields })
  assert.equal([accepted.status, accepted.body.definition, accepted.body.category], [200, 'Both.', 'Legal'])
})

async function conflicting(service: TestService) {
  const cast = await official(service)
  const { owner, ada, id } = cast
  const proposed = { definition: 'Mine.', category: 'Legal', full_name: 'My level' }
  const { body } = await propose(service, ada, id, { version: 1, ...proposed })
  const change = { version: 1, definition: 'Theirs.', full_name: 'Their level' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as: owner, body: change })
  return { ...cast, accept: `${body.id}/accept` }
}

const historyOf = async (service: TestService, as: Person, id: string) => {
  const { body } = await service.request('GET', `/api/v1/terms/${id}/history`, { as })
  return body.map((entry: { version: number; changes: object; actor: Person; accepted_by: Person }) => ({
    version: entry.version,
    by: entry.actor.id,
    accepted_by: entry.accepted_by?.id,
    to: Object.entries(entry.changes).map(([field, { to }]) => [field, to]),
  }))
}

const invented: Record<string, object> = {
  'another text for a field without a conflict': { category: 'Sales' },
  'the proposed text of a field without a conflict': { category: 'Legal' },
  'a field that was not proposed': { name: 'SLO' },
  'aliases that were not proposed': { aliases: [{ name: 'x', kind: 'alias' }] },
  'a cleared field': { category: null },
  'a field that terms do not have': { note: 'Better.' },
}
for (const [what, fields] of Object.entries(invented)) {
  test(`a decision that has ${what} is refused`, async (service) => {
    const { owner, editor, id, accept } = await conflicting(service)
    const decided = { definition: 'Mine.', full_name: 'My level', ...fields }
    for (const as of [owner, editor]) {
      const { status, body } = await act(service, as, accept, { fields: decided })
      const [field] = Object.keys(fields)
      assert.equal([status, body.errors?.[0].path], [422, `fields.${field}`])
    }
    assert.is((await read(service, owner, id)).version, 2)
  })
}

test('a decision between both texts is one version, and a third text is a second one', async (service) => {
  const { ada, editor, id, accept } = await conflicting(service)
  const fields = { definition: 'Both.', full_name: 'Their level' }
  const { body } = await act(service, editor, accept, { fields })
  assert.equal([body.version, body.definition, body.full_name, body.category], [4, 'Both.', 'Their level', 'Legal'])
  const [second, first] = await historyOf(service, ada, id)
  assert.equal(second, { version: 4, by: editor.id, accepted_by: undefined, to: [['definition', 'Both.']] })
  assert.equal(
    { ...first, to: first.to.sort() },
    {
      version: 3,
      by: ada.id,
      accepted_by: editor.id,
      to: [
        ['category', 'Legal'],
        ['definition', 'Mine.'],
      ],
    },
  )
  const events = await service.sql`
    select actor_id, payload -> 'accepted_by' as accepted_by from audit_events
    where action = 'term.updated' order by seq desc limit 2`
  assert.equal(
    events.map((event) => [event.actor_id, event.accepted_by]),
    [
      [editor.id, null],
      [ada.id, editor.id],
    ],
  )
})

test('the form of the page takes no other fields either', async (service) => {
  const { editor, id, accept } = await conflicting(service)
  const texts = { definition: 'Mine.', full_name: 'My level' }
  const refused = await sendForm(service, editor, `/proposals/${accept}`, { ...texts, name: 'SLO' })
  assert.is(refused.status, 422)
  const cleared = { ...texts, category: '' }
  assert.is((await sendForm(service, editor, `/proposals/${accept}`, cleared)).status, 422)
  assert.is((await sendForm(service, editor, `/proposals/${accept}`, texts)).status, 303)
  assert.is((await read(service, editor, id)).version, 3)
})

test('an accepted proposal that repeats another meaning gets 409 and stays open', async (service) => {
  const { owner, ada, id } = await official(service)
  await service.term(owner, { name: 'SLO', full_name: 'Service Level Objective' })
  const { body } = await propose(service, ada, id, { version: 1, name: 'SLO', full_name: 'Service Level Objective' })
  const refused = await act(service, owner, `${body.id}/accept`)
  assert.equal([refused.status, refused.body.code], [409, 'duplicate'])
  assert.is((await service.request('GET', `/api/v1/proposals/${body.id}`, { as: ada })).body.status, 'open')
})

test('the proposer can withdraw, and the owner can decline with a reason', async (service) => {
  const { owner, ada, id } = await official(service)
  const withdraw = (as: Person, proposal: string) => service.request('DELETE', `/api/v1/proposals/${proposal}`, { as })
  const one = await propose(service, ada, id, { version: 1, definition: 'One.' })
  assert.is((await withdraw(owner, one.body.id)).status, 403)
  assert.is((await withdraw(ada, one.body.id)).status, 204)
  assert.is((await withdraw(ada, one.body.id)).status, 409)
  const two = await propose(service, ada, id, { version: 1, definition: 'Two.' })
  assert.is((await act(service, ada, `${two.body.id}/decline`)).status, 403)
  const { body } = await act(service, owner, `${two.body.id}/decline`, { note: 'Too short' })
  assert.equal([body.status, body.decision_note], ['declined', 'Too short'])
})

test('accepting a proposal reads it and its term once', async (service) => {
  const { owner, ada, id } = await official(service)
  const proposeChange = async (definition: string) => {
    const { version } = await read(service, ada, id)
    return (await propose(service, ada, id, { version, definition })).body.id
  }
  const statements = [
    ...['review/lock-proposed-term', 'review/read-proposal', 'review/decide-proposals'],
    ...['glossary/read-term', 'glossary/revise-term', 'identity/find-actor'],
  ].sort()
  const first = await proposeChange('First.')
  const options = { as: owner, body: {} }
  assert.equal(
    await statementsOf(service, (app) => send(app, 'POST', `/api/v1/proposals/${first}/accept`, options)),
    statements,
  )
  const second = await proposeChange('Second.')
  const onPage = await statementsOf(service, (app) => {
    const request = (method: string, path: string, sent = {}) => send(app, method, path, sent)
    return sendForm({ request }, owner, `/proposals/${second}/accept`)
  })
  assert.equal(onPage, statements)
  assert.is((await read(service, ada, id)).definition, 'Second.')
})

test.run()
