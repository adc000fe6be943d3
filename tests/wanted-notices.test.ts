import * as assert from 'uvu/assert'
import { importFile } from './support/imports.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('notices of wanted names')

/** A person who has asked to be told when QRX is added. */
async function waiting(service: TestService) {
  const ada = await service.person()
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

test.run()
