import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('notices of imports')

const put = ({ request }: TestService, as: Person, path: string) =>
  request('PUT', `/api/v1${path}/follow`, { as })

async function inbox({ request }: TestService, as: Person) {
  const { body } = await request('GET', '/api/v1/inbox', { as })
  return body.map(({ kind, term, detail }: Record<string, object>) => ({ kind, term, ...detail }))
}

test('an import tells each owner and follower once, and nobody who made it', async (service) => {
  const [ada, bo, cy, dee, editor] = [
    await service.person(),
    await service.person(),
    await service.person(),
    await service.person(),
    await service.person('editor'),
  ]
  const { id } = await service.term(ada, { name: 'SLA', category: 'Operations' })
  await service.term(ada, { name: 'SLO', category: 'Legal' })
  for (const [as, path] of [
    [bo, `/terms/${id}`],
    [bo, '/categories/Operations'],
    [dee, `/terms/${id}`],
    [editor, '/categories/Operations'],
    [cy, '/categories/Sales'],
  ] as const) {
    assert.is((await put(service, as, path)).status, 204)
  }
  const file = lines(
    'name,category,definition',
    'SLA,Operations,Another promise.',
    'OKR,Operations,What we aim for.',
    'KPI,Operations,What we measure.',
  )
  const { status, body } = await importFile(service, editor, file)
  assert.is(status, 200)
  const about = { term: null, action: 'import.completed', import_id: body.import_id }
  assert.equal(await inbox(service, ada), [{ kind: 'edited', ...about, total: 1 }])
  assert.equal(await inbox(service, bo), [{ kind: 'followed', ...about, total: 3 }])
  assert.equal(await inbox(service, dee), [{ kind: 'followed', ...about, total: 1 }])
  assert.equal([await inbox(service, cy), await inbox(service, editor)], [[], []])
})

test('undoing an import tells each owner and follower of the terms that it changes back once', async (service) => {
  const [ada, bo, cy, editor] = [
    await service.person(),
    await service.person(),
    await service.person(),
    await service.person('editor'),
  ]
  const ids: string[] = []
  for (const name of ['SLA', 'SLO']) ids.push((await service.term(ada, { name })).id)
  for (const path of [`/terms/${ids[0]}`, '/categories/Operations']) {
    for (const as of [bo, editor]) await put(service, as, path)
  }
  const file = lines('name,definition', 'SLA,New.', 'SLO,New.')
  const { body } = await importFile(service, editor, file)
  await put(service, cy, `/terms/${ids[1]}`)
  // Someone edits SLO, so that it stays as it is.
  const edit = { version: 2, definition: 'Newer.' }
  await service.request('PUT', `/api/v1/terms/${ids[1]}`, { as: ada, body: edit })
  await service.request('DELETE', `/api/v1/imports/${body.import_id}`, { as: editor })
  const about = { term: null, action: 'import.undone', import_id: body.import_id, total: 1 }
  const told = async (as: Person) =>
    (await inbox(service, as)).filter(({ action }: { action: string }) => action === about.action)
  assert.equal(await told(ada), [{ kind: 'edited', ...about }])
  assert.equal(await told(bo), [{ kind: 'followed', ...about }])
  assert.equal([await told(cy), await told(editor)], [[], []])
  const { text } = await service.request('GET', '/inbox', { as: ada })
  assert.match(text, / undid an import that had changed 1 term that you own or follow</)
})

test.run()
