import * as assert from 'uvu/assert'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('attacks on what the glossary says')

/** What a reader sees of a term, without the counters of versions and votes. */
async function said({ request }: TestService, as: Person, id: string) {
  const { body } = await request('GET', `/api/v1/terms/${id}`, { as })
  const { name, full_name, definition, category, aliases, owner } = body
  return { name, full_name, definition, category, aliases, owner }
}

type Attack = [what: string, method: string, path: string, body?: object]

const bulk = (what: string, action: string, ...items: object[]): Attack => [
  ...([`${what} in bulk`, 'POST', '/review/bulk', { action, items }] as const),
]

/** Everything that a viewer can send about a term. */
const attacks = (id: string, disputeId: string, proposalId: string): Attack[] => {
  const edit = { version: 2, definition: 'What I want it to say.' }
  return [
    ['an edit', 'PUT', `/terms/${id}`, edit],
    ['an edit that resolves disputes', 'PUT', `/terms/${id}`, { ...edit, resolve_disputes: true }],
    ['a proposal', 'POST', `/terms/${id}/proposals`, edit],
    ['accepting it', 'POST', `/proposals/${proposalId}/accept`, { fields: edit }],
    bulk('accepting it', 'accept', { proposal_id: proposalId }),
    ['a claim', 'POST', `/terms/${id}/claim`],
    bulk('a claim', 'claim', { term_id: id }),
    ['a dispute', 'POST', `/terms/${id}/dispute`, { reason: 'Mine is better.' }],
    ['an edit after the dispute', 'PUT', `/terms/${id}`, { ...edit, version: 3 }],
    ['a claim after the dispute', 'POST', `/terms/${id}/claim`],
    ['upholding it', 'POST', `/disputes/${disputeId}/resolve`, { resolution: 'upheld' }],
    bulk('upholding it', 'uphold', { dispute_id: disputeId }),
    ['a revert', 'POST', `/terms/${id}/revert`, { version: 3, to_version: 1 }],
    ['a confirmation', 'POST', `/terms/${id}/confirm`, {}],
    bulk('a confirmation', 'confirm', { term_id: id }),
    ['dismissing it', 'POST', `/terms/${id}/dismiss`],
    bulk('dismissing it', 'dismiss', { term_id: id }, { term_id: id, other_id: id }),
    ['deleting it', 'DELETE', `/terms/${id}`],
    ['a promotion', 'POST', `/terms/${id}/promote`, {}],
  ]
}

for (const hasOwner of [true, false]) {
  test(`nothing that a viewer sends changes what an official term says, ${hasOwner ? 'owned' : 'ownerless'}`, async (service) => {
    const { request, sql } = service
    const [owner, viewer, other] = [await service.person(), await service.person(), await service.person()]
    const { id } = await service.term(owner, { name: 'SLA', definition: 'What it was once.' })
    const body = { version: 1, definition: 'What we promise.' }
    await request('PUT', `/api/v1/terms/${id}`, { as: owner, body })
    await setStatus(service, id, 'official', 12)
    if (!hasOwner) await sql`update terms set owner_id = null where id = ${id}`
    const before = await said(service, owner, id)
    const proposal = await request('POST', `/api/v1/terms/${id}/proposals`, {
      as: viewer,
      body: { version: 2, definition: 'What I want it to say.' },
    })
    const raised = await service.term(owner, { name: 'Runway' })
    await request('POST', `/api/v1/terms/${raised.id}/dispute`, { as: other, body: {} })
    const disputes = await request('GET', `/api/v1/terms/${raised.id}/disputes`, { as: viewer })
    for (const [what, method, path, sent] of attacks(id, disputes.body[0].id, proposal.body.id)) {
      await request(method, `/api/v1${path}`, { as: viewer, body: sent })
      assert.equal(await said(service, owner, id), before, what)
    }
    const { body: after } = await request('GET', `/api/v1/terms/${raised.id}`, { as: owner })
    assert.is(after.open_disputes, 1)

    // The dispute took the status and the votes; whoever decides that it was wrong gives them back.
    const editor = await service.person('editor')
    const mine = await request('GET', `/api/v1/terms/${id}/disputes`, { as: editor })
    const resolution = { resolution: 'dismissed' }
    await request('POST', `/api/v1/disputes/${mine.body[0].id}/resolve`, { as: editor, body: resolution })
    const { body: restored } = await request('GET', `/api/v1/terms/${id}`, { as: editor })
    assert.equal([restored.status, restored.vote_count], ['official', 12])
  })
}

test('what one person undoes can be brought back', async (service) => {
  const { request } = service
  const [owner, rogue, editor] = [
    await service.person(),
    await service.person('editor'),
    await service.person('editor'),
  ]
  const post = (as: Person, path: string, body: object = {}) => request('POST', `/api/v1${path}`, { as, body })

  const suggestion = await service.term(owner, { name: 'QBR' })
  await setStatus(service, suggestion.id, 'suggested')
  await post(rogue, `/terms/${suggestion.id}/dismiss`)
  const restored = await post(editor, `/dismissed/${suggestion.id}/restore`)
  assert.is(restored.body.definition, suggestion.definition)

  const { id } = await service.term(owner, {
    name: 'SLA',
    definition: 'What we promise.',
    aliases: [{ name: 'S.L.A.', kind: 'alias' }],
  })
  const edit = { version: 1, definition: 'Nonsense.' }
  await request('PUT', `/api/v1/terms/${id}`, { as: rogue, body: edit })
  const reverted = await post(owner, `/terms/${id}/revert`, { version: 2, to_version: 1 })
  assert.is(reverted.body.definition, 'What we promise.')

  const ours = await post(owner, `/terms/${id}/proposals`, { version: 3, category: 'Legal' })
  await post(rogue, `/proposals/${ours.body.id}/decline`)
  const declined = await request('GET', `/api/v1/proposals/${ours.body.id}`, { as: owner })
  assert.equal(declined.body.changes, { category: { from: null, to: 'Legal' } })

  await post(owner, `/terms/${id}/dispute`, { reason: 'Wrong.' })
  const [{ id: dispute }] = (await request('GET', `/api/v1/terms/${id}/disputes`, { as: owner })).body
  await post(rogue, `/disputes/${dispute}/resolve`, { resolution: 'dismissed' })
  const kept = await request('GET', `/api/v1/terms/${id}/disputes`, { as: owner })
  assert.is(kept.body[0].reasons[0].text, 'Wrong.')

  await request('DELETE', `/api/v1/terms/${id}`, { as: rogue })
  const admin = await service.person('admin')
  const audit = await request('GET', `/api/v1/admin/audit?target_id=${id}&action=term.deleted`, { as: admin })
  const { definition, aliases } = audit.body[0].payload
  assert.equal([definition, aliases], ['What we promise.', [{ name: 'S.L.A.', kind: 'alias' }]])
})

test.run()
