import * as assert from 'uvu/assert'
import { importFile } from './support/imports.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('notices of wanted names')

/** A person who has asked to be told when QRX is added. */
async function waiting(service: TestService, role: Person['role'] = 'viewer') {
  const ada = await service.person(role)
  const { status } = await service.request('POST', '/api/v1/wanted/Q.R.X./notify', { as: ada })
  assert.is(status, 204)
  return ada
}

async function notices({ request }: TestService, as: Person) {
  const { body } = await request('GET', '/api/v1/inbox', { as })
  return body.map(
    ({ kind, term, detail }: { kind: string; term: { name: string }; detail: object }) => [
      kind,
      term.name,
      detail,
    ],
  )
}

const additions: Record<string, (service: TestService, editor: Person) => Promise<unknown>> = {
  'a term': (service, editor) => service.term(editor, { name: 'QRX' }),
  'a full name': (service, editor) => service.term(editor, { name: 'Quick', full_name: 'Q R X' }),
  async 'an alias of a term'(service, editor) {
    const { id } = await service.term(editor, { name: 'Quick' })
    const body = { version: 1, aliases: ['qrx'] }
    await service.request('PUT', `/api/v1/terms/${id}`, { as: editor, body })
  },
  'an imported term': (service, editor) =>
    importFile(service, editor, 'name,definition\nQRX,Quick.\n'),
}

for (const [what, add] of Object.entries(additions)) {
  test(`whoever asked for a name is told once when it is added as ${what}`, async (service) => {
    const ada = await waiting(service)
    const editor = await service.person('editor')
    await add(service, editor)
    await service.term(editor, { name: 'QRX', full_name: 'Another meaning' })
    const [[kind, name, detail], ...more] = await notices(service, ada)
    assert.equal(
      [kind, /Q.*/i.test(name), detail, more],
      ['wanted_added', true, { wanted: 'Q.R.X.' }, []],
    )
    assert.equal(await notices(service, editor), [])
  })
}

test('nobody is told of a term of their own', async (service) => {
  const ada = await waiting(service)
  await service.term(ada, { name: 'QRX' })
  assert.equal(await notices(service, ada), [])
})

const own: Record<string, (service: TestService, ada: Person) => Promise<number>> = {
  'import it': async (service, ada) =>
    (await importFile(service, ada, 'name,definition\nQRX,Quick.\n')).status,
  async "add it to another person's term"(service, ada) {
    const { id } = await service.term(await service.person(), { name: 'Quick' })
    const body = { version: 1, aliases: ['qrx'] }
    return (await service.request('PUT', `/api/v1/terms/${id}`, { as: ada, body })).status
  },
  async "import it as an alias of another person's term"(service, ada) {
    await service.term(await service.person(), { name: 'Quick', definition: 'Quick.' })
    const file = 'name,definition,aliases\nQuick,Quick.,QRX\n'
    return (await importFile(service, ada, file)).status
  },
  async 'accept it'(service, ada) {
    const { id } = await service.term(await service.person(), { name: 'Quick' })
    const body = { version: 1, aliases: ['qrx'] }
    const proposed = await service.request('POST', `/api/v1/terms/${id}/proposals`, {
      as: await service.person(),
      body,
    })
    const path = `/api/v1/proposals/${proposed.body.id}/accept`
    return (await service.request('POST', path, { as: ada, body: {} })).status
  },
}

for (const [what, add] of Object.entries(own)) {
  test(`of those who asked for a name, those who ${what} are not told`, async (service) => {
    const ada = await waiting(service, 'editor')
    const bo = await waiting(service)
    assert.is(await add(service, ada), 200)
    assert.equal(await notices(service, ada), [])
    assert.equal(
      (await notices(service, bo)).map(([kind]: string[]) => kind),
      ['wanted_added'],
    )
    assert.equal([...(await service.sql`select from wanted_requests`)], [])
  })
}

test.run()
