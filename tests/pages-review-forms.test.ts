import * as assert from 'uvu/assert'
import { sendForm } from './support/forms.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('forms of the review queue')

const read = async ({ request }: TestService, as: Person, id: string) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body

/** An official term without an owner, last confirmed in 2020. */
async function ownerless(service: TestService) {
  const editor = await service.person('editor')
  const { id } = await service.term(editor, { name: 'SLA' })
  await setStatus(service, id, 'official')
  await markStale(service, id)
  await service.sql`update terms set owner_id = null where id = ${id}`
  return { editor, id }
}

async function claim(service: TestService, as: Person, id: string) {
  const fields = { action: 'claim', item: `ownerless.${id}.SLA` }
  assert.is((await sendForm(service, as, '/review', fields)).status, 200)
  const { owner, is_stale, last_confirmed_at } = await read(service, as, id)
  assert.equal([owner.id, is_stale], [as.id, false])
  assert.not.match(last_confirmed_at, /^2020/)
  return () => sendForm(service, as, '/review/undo', fields)
}

for (const isStale of [true, false]) {
  test(`undoing the claim of a term leaves it ${isStale ? 'stale' : 'confirmed'} as it was`, async (service) => {
    const { editor, id } = await ownerless(service)
    await service.sql`update terms set is_stale = ${isStale} where id = ${id}`
    const before = await read(service, editor, id)
    const undo = await claim(service, editor, id)
    assert.is((await undo()).status, 303)
    const { owner, is_stale, last_confirmed_at } = await read(service, editor, id)
    assert.equal([owner, is_stale, last_confirmed_at], [null, isStale, before.last_confirmed_at])
  })
}

test('undoing a claim keeps a later confirmation, as does the end of the ownership', async (service) => {
  const { editor, id } = await ownerless(service)
  const undo = await claim(service, editor, id)
  await service.request('POST', `/api/v1/terms/${id}/confirm`, { as: editor })
  assert.is((await undo()).status, 303)
  assert.is((await read(service, editor, id)).is_stale, false)
  await markStale(service, id)
  await claim(service, editor, id)
  await sendForm(service, editor, `/terms/${id}/disown`)
  const { owner, is_stale } = await read(service, editor, id)
  assert.equal([owner, is_stale], [null, false])
})

test('a form decides about at most 200 items', async (service) => {
  const { editor, id } = await ownerless(service)
  const send = (count: number) => {
    const items = Array.from({ length: count }, () => ['item', `ownerless.${id}.SLA`])
    return service.request('POST', '/review', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        authorization: `Bearer ${editor.session}`,
      },
      body: new URLSearchParams([['action', 'claim'], ...items]).toString(),
    })
  }
  const refused = await send(201)
  assert.is(refused.status, 422)
  assert.match(refused.text, /Select at most 200 items\./)
  assert.is((await read(service, editor, id)).owner, null)
  assert.is((await send(200)).status, 200)
  assert.is((await read(service, editor, id)).owner.id, editor.id)
})

test.run()
