import * as assert from 'uvu/assert'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('aliases')

const create = (service: TestService, as: Person, fields: object) =>
  service.request('POST', '/api/v1/terms', { as, body: { name: 'SLA', definition: 'A promise.', ...fields } })

const edit = (service: TestService, as: Person, id: string, fields: object) =>
  service.request('PUT', `/api/v1/terms/${id}`, { as, body: fields })

test('aliases are ordered by kind, then as given; a plain string is an alias', async (service) => {
  const as = await service.person()
  const { status, body } = await create(service, as, {
    aliases: [
      { name: 'uptime promise', kind: 'discouraged' },
      { name: 'SAL', kind: 'misspelling' },
      'service contract',
      { name: ' Uptime  contract ' },
    ],
  })
  assert.is(status, 201)
  assert.equal(body.aliases, [
    { name: 'service contract', kind: 'alias' },
    { name: 'Uptime contract', kind: 'alias' },
    { name: 'SAL', kind: 'misspelling' },
    { name: 'uptime promise', kind: 'discouraged' },
  ])
  const read = await service.request('GET', `/api/v1/terms/${body.id}`, { as })
  assert.equal(read.body, body)
})

test('an edit without aliases keeps them, [] clears them, and the history has the whole lists', async (service) => {
  const as = await service.person()
  const { body: term } = await create(service, as, { aliases: ['uptime contract'] })
  const kept = await edit(service, as, term.id, { version: 1, definition: 'Another promise.' })
  assert.equal(kept.body.aliases, term.aliases)
  const same = await edit(service, as, term.id, { version: 2, aliases: ['uptime contract'] })
  assert.is(same.body.version, 2)
  const cleared = await edit(service, as, term.id, { version: 2, aliases: [] })
  assert.equal([cleared.status, cleared.body.aliases, cleared.body.version], [200, [], 3])
  const { body: history } = await service.request('GET', `/api/v1/terms/${term.id}/history`, { as })
  assert.equal(history[0].changes, { aliases: { from: term.aliases, to: [] } })
  assert.equal(history[2].changes.aliases, { from: null, to: term.aliases })
})

test('a term that is renamed to one of its aliases loses that alias', async (service) => {
  const as = await service.person()
  const { body: term } = await create(service, as, { aliases: ['Uptime contract', 'SAL'] })
  const { status, body } = await edit(service, as, term.id, { version: 1, name: 'uptime Contract' })
  assert.is(status, 200)
  assert.equal(body.aliases, [{ name: 'SAL', kind: 'alias' }])
})

const refused: Record<string, unknown> = {
  'the name of the term': ['sla'],
  'a name twice': ['SAL', { name: 'sal', kind: 'misspelling' }],
  'an empty name': [''],
  'a name of 121 characters': ['x'.repeat(121)],
  'an invisible character': ['S\u200bLA'],
  'an unknown kind': [{ name: 'SAL', kind: 'nickname' }],
  'more than 20 entries': Array.from({ length: 21 }, (_, i) => `alias ${i}`),
  'no list': 'SAL',
  null: null,
}

test('aliases that cannot be are refused', async (service) => {
  const as = await service.person()
  const { body: term } = await create(service, as, { name: 'sla' })
  for (const [what, aliases] of Object.entries(refused)) {
    const answers = [
      await create(service, as, { full_name: what, aliases }),
      await edit(service, as, term.id, { version: 1, aliases }),
    ]
    for (const { status, body } of answers) {
      assert.equal([status, body.code], [422, 'validation_failed'], what)
      assert.match(body.errors[0].path, /^aliases/)
    }
  }
  assert.is((await service.request('GET', `/api/v1/terms/${term.id}`, { as })).body.version, 1)
})

test('several terms can have the same alias, and a deleted one is not found by it', async (service) => {
  const as = await service.person('editor')
  const { body: term } = await create(service, as, { aliases: ['contract'] })
  assert.is((await create(service, as, { name: 'MSA', aliases: ['contract'] })).status, 201)
  await service.request('DELETE', `/api/v1/terms/${term.id}`, { as })
  const { body } = await service.request('GET', '/api/v1/lookup?q=contract', { as })
  assert.equal([body.match, body.terms.map(({ name }: { name: string }) => name)], ['alias', ['MSA']])
})

test.run()
