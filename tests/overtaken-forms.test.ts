import * as assert from 'uvu/assert'
import { sendForm } from './support/forms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('forms that votes have overtaken')

const texts = { name: 'SLA', definition: 'A promise.' }

const read = async ({ request }: TestService, as: Person, id: string) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body

/** Three people vote: the term becomes a community term, one version later. */
async function voteThrice(service: TestService, id: string) {
  for (const as of [await service.person(), await service.person(), await service.person()]) {
    await service.request('POST', `/api/v1/terms/${id}/vote`, { as })
  }
  assert.is((await read(service, await service.person(), id)).status, 'community')
}

test('an edit without changes saves nothing and says so', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, texts)
  await voteThrice(service, id)
  const sent = await sendForm(service, as, `/terms/${id}/edit`, { ...texts, version: '1' })
  assert.equal([sent.status, sent.headers.get('location')], [303, `/terms/${id}?done=unchanged`])
  assert.is((await read(service, as, id)).version, 2)
})

test('an edit that resolves disputes is saved', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, texts)
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: await service.person(), body: {} })
  const { version } = await read(service, as, id)
  await voteThrice(service, id)
  const fields = { name: 'SLA', definition: 'A vow.', version: `${version}`, resolve_disputes: 'true' }
  const sent = await sendForm(service, as, `/terms/${id}/edit`, fields)
  assert.equal([sent.status, sent.headers.get('location')], [303, `/terms/${id}?done=edited`])
  const term = await read(service, as, id)
  assert.equal([term.definition, term.version, term.open_disputes], ['A vow.', version + 2, 0])
})

test('an edit of a term that votes have protected is offered as a proposal', async (service) => {
  const as = await service.person()
  const { id } = await service.term(await service.person(), texts)
  await voteThrice(service, id)
  const fields = { name: 'SLA', definition: 'A vow.', version: '1' }
  const refused = await sendForm(service, as, `/terms/${id}/edit`, fields)
  assert.is(refused.status, 409)
  assert.match(refused.text, 'propose your change instead')
  await sendForm(service, as, `/terms/${id}/edit`, { ...fields, propose: 'true' })
  const { body } = await service.request('GET', '/api/v1/proposals?status=open', { as })
  assert.equal(body[0].changes, { definition: { from: 'A promise.', to: 'A vow.' } })
})

test('a reversal is saved; after another edit, the page shows the term as it is now', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, texts)
  const edit = (version: number, definition: string) =>
    service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version, definition } })
  await edit(1, 'A vow.')
  await voteThrice(service, id)
  const revert = (version: number) =>
    sendForm(service, as, `/terms/${id}/revert`, { version: `${version}`, to_version: '1' })
  assert.is((await revert(2)).headers.get('location'), `/terms/${id}?done=reverted`)
  assert.is((await read(service, as, id)).definition, 'A promise.')
  await edit(4, 'A debt.')
  const refused = await revert(4)
  assert.is(refused.status, 409)
  assert.match(refused.text, 'Someone else has changed the term since.')
  assert.match(refused.text, 'name="version" value="5"')
  assert.is((await read(service, as, id)).definition, 'A debt.')
})

test.run()
