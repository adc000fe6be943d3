import * as assert from 'uvu/assert'
import type { Term } from '../lib/schemas/term.ts'
import { importFile } from './support/imports.ts'
import { behindLock, holdAuditEvents } from './support/queue.ts'
import { secondProcess } from './support/second-process.ts'
import { type Answer, glossary, type Person, type TestService } from './support/test-service.ts'
import { notify } from './support/wanted.ts'

// A person asks to be told of a name at one process while it is added at another.
const test = glossary('names that are asked for and added at once')

type Adding = (service: Pick<TestService, 'request'>, as: Person, term: Term) => Promise<Answer>

/** How a term gets the name QRX. */
const additions: Record<string, Adding> = {
  'a new term': ({ request }, as) =>
    request('POST', '/api/v1/terms', { as, body: { name: 'QRX', definition: 'What it means.' } }),
  'an alias': ({ request }, as, { id }) =>
    request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 1, aliases: ['qrx'] } }),
  'a full name': ({ request }, as, { id }) =>
    request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 1, full_name: 'Q R X' } }),
  'an import': (service, as) => importFile(service, as, 'name,definition\nQRX,What it means.\nQRY,Another one.\n'),
}

async function start(service: TestService) {
  const [editor, ada] = [await service.person('editor'), await service.person()]
  return { editor, ada, term: await service.term(editor), other: secondProcess(service) }
}

/** What a person is told, and what they still wait for. */
async function state({ request, sql }: TestService, as: Person) {
  const { body } = await request('GET', '/api/v1/inbox', { as })
  const kinds = body.map(({ kind }: { kind: string }) => kind)
  return { kinds, waits: (await sql`select from wanted_requests where user_id = ${as.id}`).length }
}

for (const [what, add] of Object.entries(additions)) {
  test(`who asks before ${what} is stored, which does not see it, is told`, async (service) => {
    const { editor, ada, term, other } = await start(service)
    // What follows the names in the transaction waits: they are added, and nobody sees them yet.
    const [added, asked] = await behindLock(service, holdAuditEvents, [
      () => add(other, editor, term),
      () => notify(service, ada, 'QRX'),
    ])
    await other.close()
    assert.equal([(added?.status ?? 500) < 300, asked?.status], [true, 204])
    assert.equal(await state(service, ada), { kinds: ['wanted_added'], waits: 0 })
  })

  test(`who asks while ${what} tells others is told that the name is there`, async (service) => {
    const { editor, ada, term, other } = await start(service)
    const bob = await service.person()
    await notify(service, bob, 'QRX')
    const [added, asked] = await behindLock(
      service,
      (gate) => gate`select from wanted_requests where user_id = ${bob.id} for update`,
      [() => add(other, editor, term), () => notify(service, ada, 'QRX')],
    )
    await other.close()
    assert.equal([(added?.status ?? 500) < 300, asked?.status, asked?.body?.code], [true, 409, 'duplicate'])
    assert.equal(await state(service, ada), { kinds: [], waits: 0 })
    assert.equal(await state(service, bob), { kinds: ['wanted_added'], waits: 0 })
  })

  test(`who has asked is told by ${what}, though their lookup is not counted yet`, async (service) => {
    const { editor, ada, term, other } = await start(service)
    const [asked, added] = await behindLock(
      service,
      (gate) => gate`
        insert into wanted_names (name_key, name, is_public, last_asked_on) values ('qrx', 'QRX', true, now())`,
      [() => notify(service, ada, 'QRX'), () => add(other, editor, term)],
    )
    await other.close()
    assert.equal([asked?.status, (added?.status ?? 500) < 300], [204, true])
    assert.equal(await state(service, ada), { kinds: ['wanted_added'], waits: 0 })
  })
}

test('who asks for a name that a suggestion has no definition of is told once it has one', async (service) => {
  const { editor, ada, other } = await start(service)
  await notify(service, ada, 'QRX')
  const { id } = await service.term(editor, { name: 'QRX', definition: 'x' })
  await service.sql`delete from inbox_entries`
  await service.sql`update terms set definition = '', source = 'discovery', status = 'suggested' where id = ${id}`
  await service.sql`insert into wanted_requests (name_key, user_id, name) values ('qrx', ${ada.id}, 'QRX')`
  await other.request('PUT', `/api/v1/terms/${id}`, { as: editor, body: { version: 1, definition: 'At last.' } })
  await other.close()
  assert.equal(await state(service, ada), { kinds: ['wanted_added'], waits: 0 })
})

test('two terms that get the same names at once tell whoever asked once', async (service) => {
  const { editor, ada, term, other } = await start(service)
  const [bob, second] = [await service.person(), await service.term(editor)]
  for (const as of [ada, bob]) for (const name of ['QRX', 'QRY']) await notify(service, as, name)
  const name = (sender: Pick<TestService, 'request'>, { id }: Term, ...aliases: string[]) =>
    sender.request('PUT', `/api/v1/terms/${id}`, { as: editor, body: { version: 1, aliases } })
  const answers = await behindLock(
    service,
    (gate) => gate`select from wanted_requests where user_id = ${bob.id} and name = 'QRX' for update`,
    [() => name(service, term, 'QRX', 'QRY'), () => name(other, second, 'QRY', 'QRX')],
  )
  await other.close()
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200],
  )
  for (const as of [ada, bob]) {
    assert.equal(await state(service, as), { kinds: ['wanted_added', 'wanted_added'], waits: 0 })
  }
})

test.run()
