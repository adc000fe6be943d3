import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService, threeLanguages } from './support/test-service.ts'

// What other changes of a term make of its translations.
const test = glossary('translations of terms that others change', threeLanguages)

async function translated(service: TestService, as: Person) {
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  const path = `/api/v1/terms/${id}`
  const body = { definition: 'Eine Zusage.', version: 1 }
  assert.is((await service.request('PUT', `${path}/translations/de`, { as, body })).status, 201)
  const isOutdated = async () => (await service.request('GET', `${path}/translations`, { as })).body[0].is_outdated
  return { id, path, isOutdated }
}

test('a proposal changes no translation, and outdates it once it is accepted', async (service) => {
  const [owner, other] = [await service.person(), await service.person()]
  const { path, isOutdated } = await translated(service, owner)
  const propose = async (fields: object) => {
    const { status, body } = await service.request('POST', `${path}/proposals`, { as: other, body: fields })
    return { status, id: body.id, changes: Object.keys(body.changes ?? {}) }
  }
  const nothing = { version: 1, translations: [{ language: 'de', definition: 'Anders.' }], language: 'de' }
  assert.is((await propose(nothing)).status, 422, 'nothing that can be proposed')
  const category = await propose({ version: 1, category: 'Service' })
  const accept = (id: string) => service.request('POST', `/api/v1/proposals/${id}/accept`, { as: owner, body: {} })
  assert.equal([category.changes, (await accept(category.id)).status, await isOutdated()], [['category'], 200, false])
  const definition = await propose({ version: 2, definition: 'A firm promise.' })
  assert.is(await isOutdated(), false)
  assert.equal([(await accept(definition.id)).status, await isOutdated()], [200, true])
})

test('a report that is upheld with a better text outdates a translation', async (service) => {
  const [owner, other] = [await service.person(), await service.person()]
  const { id, path, isOutdated } = await translated(service, owner)
  await setStatus(service, id, 'official')
  const disputed = await service.request('POST', `${path}/dispute`, { as: other, body: { reason: 'It is wrong.' } })
  assert.is(disputed.status, 200, disputed.text)
  const [{ id: dispute }] = (await service.request('GET', `${path}/disputes`, { as: owner })).body
  const { version } = (await service.request('GET', path, { as: owner })).body
  const body = { resolution: 'upheld', definition: 'A firm promise.', version }
  assert.is(await isOutdated(), false)
  const { status } = await service.request('POST', `/api/v1/disputes/${dispute}/resolve`, { as: owner, body })
  assert.equal([status, await isOutdated()], [200, true])
})

test('an import of other texts outdates a translation, and its undoing ends that', async (service) => {
  const as = await service.person('admin')
  const { path, isOutdated } = await translated(service, as)
  const { body } = await importFile(service, as, lines('name,definition', 'SLA,A firm promise.'))
  assert.equal([body.totals.updated, await isOutdated()], [1, true])
  await service.request('DELETE', `/api/v1/imports/${body.import_id}`, { as })
  assert.equal(
    [(await service.request('GET', path, { as })).body.definition, await isOutdated()],
    ['A promise.', false],
  )
})

test('an import that translates has one audit event, and an entry in the history of each term', async (service) => {
  const as = await service.person('admin')
  const { path } = await translated(service, as)
  const before = Number((await service.sql`select max(seq) as seq from audit_events`)[0]?.seq)
  const file = lines('name,definition [de],definition [fr]', 'SLA,,Une promesse.')
  const { body } = await importFile(service, as, file)
  const events = await service.sql`select action from audit_events where seq > ${before} order by seq`
  assert.equal(
    events.map(({ action }) => action),
    ['import.completed'],
  )
  type Entry = { action: string; version: number; changes: { language: object } }
  const history: Entry[] = (await service.request('GET', `${path}/history`, { as })).body
  assert.equal(
    history
      .slice(0, 2)
      .sort((a, b) => a.action.localeCompare(b.action))
      .map(({ action, version, changes }) => [action, version, changes.language]),
    [
      ['translated', 1, { from: null, to: 'fr' }],
      ['translation_removed', 1, { from: 'de', to: null }],
    ],
    'both at once, in any order',
  )
  assert.is(body.totals.updated, 1)
})

test('an import that creates a term in several languages is undone with its translations', async (service) => {
  const as = await service.person('admin')
  const file = lines('name,definition,name [de],definition [de]', 'QZA,A text.,QZB,Ein Text.')
  const { body } = await importFile(service, as, file)
  assert.is((await service.sql`select from translations`).length, 1)
  const { body: undone } = await service.request('DELETE', `/api/v1/imports/${body.import_id}`, { as })
  assert.equal([undone.deleted, undone.reverted, undone.kept], [1, 0, []])
  assert.is((await service.request('GET', '/api/v1/lookup?q=QZB', { as })).body.terms.length, 0)
})

test.run()
