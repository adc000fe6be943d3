import * as assert from 'uvu/assert'
import { everything, historyOf } from './support/evidence.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('edit conflicts')

const path = '/api/v1/terms'

const edit = (
  { request }: TestService,
  id: string,
  as: Person,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => request('PUT', `${path}/${id}`, { as, body, headers })

test('an edit of another version gets 409 with the current version, whatever it changes', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as)
  await edit(service, id, as, { version: 1, name: 'New' })
  const before = await everything(service)
  for (const version of [1, 3, 2_147_483_647]) {
    const { status, headers, body } = await edit(service, id, as, { version, name: 'Newer' })
    assert.is(status, 409)
    assert.is(headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.is(body.code, 'version_conflict')
    assert.is(body.current_version, 2)
  }
  for (const [name, headers] of [
    ['New', {}],
    ['Newer', { 'if-match': '"2"' }],
  ] as const) {
    const answer = await edit(service, id, as, { version: 1, name }, headers)
    assert.equal([answer.status, answer.body.current_version], [409, 2])
  }
  assert.equal(await everything(service), before)
})

test('an edit with a matching If-Match succeeds', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as)
  const tags = ['"1"', '"9", "2"', '"3","4"', '*']
  for (const [i, tag] of tags.entries()) {
    const body = { version: i + 1, definition: `Edit ${i}` }
    const { status, headers } = await edit(service, id, as, body, { 'if-match': tag })
    assert.is(status, 200, tag)
    assert.is(headers.get('etag'), `"${i + 2}"`)
  }
})

test('any other If-Match gets 412, even if the version in the body is right', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as)
  const before = await everything(service)
  for (const tag of ['"2"', 'W/"1"', '1', '""', 'nonsense', '"2", "3"', '"01"']) {
    for (const version of [1, 2]) {
      const { status, body } = await edit(service, id, as, { version, name: 'N' }, { 'if-match': tag })
      assert.is(status, 412, tag)
      assert.is(body.code, 'precondition_failed', tag)
    }
    const nothing = await edit(service, id, as, { version: 1 }, { 'if-match': tag })
    assert.is(nothing.status, 412, tag)
  }
  assert.equal(await everything(service), before)
})

test('reverting and merging respect If-Match', async (service) => {
  const as = await service.person('admin')
  const [{ id }, into] = [await service.term(as), await service.term(as, { name: 'OLA' })]
  await edit(service, id, as, { version: 1, definition: 'Other.' })
  const send = (action: string, tag: string, body: object) =>
    service.request('POST', `/api/v1/terms/${id}/${action}`, { as, body, headers: { 'if-match': tag } })
  const [revert, merge] = [
    { version: 2, to_version: 1 },
    { into: into.id, version: 3, into_version: 1 },
  ]
  const answers = [
    await send('revert', '"1"', revert),
    await send('revert', '"2"', revert),
    await send('merge', '"2"', merge),
    await send('merge', '"3"', merge),
  ]
  assert.equal(
    answers.map(({ status }) => status),
    [412, 200, 412, 200],
  )
  assert.equal(
    answers.map(({ body }) => body.current_version),
    [2, undefined, 3, undefined],
  )
})

test('an edit that duplicates another meaning gets 409 with the ID of that term', async (service) => {
  const { person, term } = service
  const as = await person('admin')
  const taken = { name: 'SLA', full_name: 'Service', category: 'Legal' }
  const { id: existing } = await term(as, taken)
  const bare = await term(as, { name: 'KPI' })
  const clearing = await term(as, { name: 'kpi', full_name: 'Key' })
  const cleared = await edit(service, clearing.id, as, { version: 1, full_name: null })
  assert.equal([cleared.status, cleared.body.existing_id], [409, bare.id])
  const ways: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ ...taken, name: 'OLA' }, { name: 'sla' }],
    [{ ...taken, full_name: null }, { full_name: 'SERVICE' }],
    [{ ...taken, category: 'Ops' }, { category: ' legal ' }],
    [{ name: 'XYZ' }, taken],
  ]
  for (const [fields, patch] of ways) {
    const { id } = await term(as, fields)
    const before = await everything(service)
    const { status, body } = await edit(service, id, as, { version: 1, ...patch })
    assert.is(status, 409)
    assert.is(body.code, 'duplicate')
    assert.is(body.existing_id, existing)
    assert.is(body.current_version, undefined)
    assert.equal(await everything(service), before)
  }
})

test('ten clients that retry until they succeed lose no change', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const { id } = await term(as, { definition: 'start' })
  async function append(word: string): Promise<void> {
    const { body } = await request('GET', `${path}/${id}`, { as })
    const definition = `${body.definition} ${word}`
    const { status } = await edit(service, id, as, { version: body.version, definition })
    if (status === 409) return append(word)
    assert.is(status, 200)
  }
  const words = Array.from({ length: 10 }, (_, i) => `word${i}`)
  await Promise.all(words.map(append))
  const { body } = await request('GET', `${path}/${id}`, { as })
  assert.is(body.version, 11)
  assert.equal(body.definition.split(' ').sort(), ['start', ...words].sort())
  const history = await historyOf(service, id)
  assert.equal(history, ['1 created', ...words.map((_, i) => `${i + 2} updated`)])
})

test('of two concurrent edits to the same meaning, one gets 409 with the ID of the other term', async (service) => {
  const { person, term } = service
  const as = await person()
  const terms = [await term(as, { name: 'A' }), await term(as, { name: 'B' })]
  const answers = await Promise.all(terms.map(({ id }) => edit(service, id, as, { version: 1, name: 'SLA' })))
  const succeeded = answers.find(({ status }) => status === 200)
  const refused = answers.find(({ status }) => status === 409)
  assert.is(refused?.body.existing_id, succeeded?.body.id)
  assert.ok(succeeded?.body.id)
})

test.run()
