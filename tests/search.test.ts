import * as assert from 'uvu/assert'
import { type Fields, find, names, shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('search')

test('the exact name comes first, ignoring case, then names that start with it', async (service) => {
  const as = await shelve(service, ...['SLA report', 'Slack', 'Isla', 'SLA'], {
    name: 'Penalty',
    definition: 'What a breach of an SLA costs.',
  })
  for (const q of ['SLA', 'sla', 'Sla', ' sLA ']) {
    assert.equal(await names(service, as, q), ['SLA', 'Slack', 'SLA report', 'Penalty'], q)
  }
})

test('three letters find the names that start with them, the shortest first', async (service) => {
  const as = await shelve(
    service,
    ...['Service desk', 'Server', 'Serial', 'Service', 'Observer', 'Laser'],
    { name: 'SLA', full_name: 'Service Level Agreement' },
    { name: 'Rack', definition: 'Where a server stands.' },
  )
  const started = ['Serial', 'Server', 'Service', 'Service desk', 'SLA']
  assert.equal(await names(service, as, 'ser'), started)
  assert.equal(await names(service, as, 'SER'), started)
  assert.equal(await names(service, as, 'se'), started)
  assert.equal(await names(service, as, 'serv'), started.slice(1))
})

test('one letter finds the names that start with it', async (service) => {
  const as = await shelve(service, 'SLA', 'S', 'KPI', 'Slack')
  assert.equal(await names(service, as, 's'), ['S', 'SLA', 'Slack'])
})

test('the last word may be unfinished', async (service) => {
  const as = await shelve(
    service,
    { name: 'SLA', full_name: 'Service Level Agreement' },
    { name: 'SLO', full_name: 'Service Level Objective' },
  )
  assert.equal(await names(service, as, 'service level ag'), ['SLA'])
  assert.equal(await names(service, as, 'level obj'), ['SLO'])
})

test('an unfinished word may look like a stop word', async (service) => {
  const as = await shelve(
    service,
    { name: 'DO', full_name: 'Data owner' },
    { name: 'PN', full_name: 'Push notification' },
    { name: 'GA', full_name: 'Rolled out' },
  )
  assert.equal(await names(service, as, 'own'), ['DO'])
  assert.equal(await names(service, as, 'not'), ['PN'])
  assert.equal(await names(service, as, 'rolling out'), ['GA'])
  assert.equal(await names(service, as, 'what is an owner'), ['DO'])
})

test('words are found in any order and in any form', async (service) => {
  const as = await shelve(
    service,
    { name: 'CD', full_name: 'Continuous deployment' },
    { name: 'CI', full_name: 'Continuous integration', definition: 'Merging and building often.' },
  )
  for (const q of ['deployment continuous', 'deploying continuously', 'Deploys, continuous!']) {
    assert.equal(await names(service, as, q), ['CD'], q)
  }
  assert.equal(await names(service, as, 'builds merge'), ['CI'])
  assert.equal(await names(service, as, 'deployment integration'), [])
})

test('a word weighs most in the name, then in the full name, then in the definition', async (service) => {
  const as = await shelve(
    service,
    { name: 'Freeze', definition: 'No release, no release at all, and once more no release.' },
    { name: 'GR', full_name: 'General release' },
    { name: 'Gold release' },
  )
  assert.equal(await names(service, as, 'release'), ['Gold release', 'GR', 'Freeze'])
})

test('punctuation is part of a name', async (service) => {
  const as = await shelve(service, 'C', 'C++', 'C#', '.NET', 'NET', 'CI/CD', 'R&D', 'A.P.I.', 'API')
  for (const q of ['C', 'C++', 'C#', '.NET', 'NET', 'CI/CD', 'R&D', 'A.P.I.', 'API']) {
    assert.is((await names(service, as, q))[0], q)
    assert.is((await names(service, as, q.toLowerCase()))[0], q)
  }
  assert.equal(await names(service, as, 'c+'), ['C++', 'C', 'C#'])
})

test('punctuation can be omitted or written differently', async (service) => {
  const as = await shelve(service, 'CI/CD', 'R&D', 'A.P.I.', 'Go-live')
  for (const q of ['CICD', 'ci cd', 'CI-CD', 'ci / cd']) {
    assert.equal(await names(service, as, q), ['CI/CD'], q)
  }
  assert.equal(await names(service, as, 'RD'), ['R&D'])
  assert.equal(await names(service, as, 'r and d'), ['R&D'])
  assert.equal(await names(service, as, 'api'), ['A.P.I.'])
  assert.equal(await names(service, as, 'golive'), ['Go-live'])
})

test('characters with a special meaning in query languages are ordinary characters', async (service) => {
  const as = await shelve(service, 'a_b', 'axb', '100%', "O'Brien", 'back\\slash', '"so-called"')
  assert.equal(await names(service, as, 'a_b'), ['a_b'])
  assert.equal(await names(service, as, '100%'), ['100%'])
  assert.equal(await names(service, as, "o'b"), ["O'Brien"])
  assert.equal(await names(service, as, 'back\\'), ['back\\slash'])
  assert.equal(await names(service, as, '"so'), ['"so-called"'])
  for (const q of ['%', '_', '%%', '__', '\\', "'", "''", '%xb', '_xb', '\\x', "';--"]) {
    assert.equal(await names(service, as, q), [], q)
  }
  for (const q of [
    '!!!',
    '& | !',
    ':*',
    '<->',
    '()',
    'qq:*AB & !(',
    '.*',
    '[a-z]',
    '😀',
    '?',
    '+',
  ]) {
    assert.equal(await names(service, as, q), [], q)
  }
})

test('stop words alone find the names that start with them', async (service) => {
  const as = await shelve(service, 'The Board', 'IT', {
    name: 'Ops',
    definition: 'It is the team.',
  })
  assert.equal(await names(service, as, 'the'), ['The Board'])
  assert.equal(await names(service, as, 'it'), ['IT'])
  assert.equal(await names(service, as, 'of the and'), [])
})

test('search ignores the case of all scripts and the composition of letters', async (service) => {
  const as = await shelve(service, 'Übergabe', 'École', 'ΩMEGA', 'ПРОД', '障害')
  for (const q of ['Übergabe', 'übergabe', 'ÜBERGABE', 'U\u0308bergabe', 'übe']) {
    assert.equal(await names(service, as, q), ['Übergabe'], q)
  }
  for (const q of ['école', 'ÉCOLE', 'e\u0301cole', 'É']) {
    assert.equal(await names(service, as, q), ['École'], q)
  }
  assert.equal(await names(service, as, 'ωmega'), ['ΩMEGA'])
  assert.equal(await names(service, as, 'прод'), ['ПРОД'])
  assert.equal(await names(service, as, '障'), ['障害'])
})

test('of several meanings the most trusted comes first', async (service) => {
  const { sql } = service
  const as = await shelve(service, 'PRD', 'PR firm')
  for (const [meaning, status, votes] of [
    ['Push Rate', 'suggested', 99],
    ['Peer Review', 'community', 4],
    ['Public Relations', 'official', 12],
    ['Press Release', 'pending', 2],
    ['Pull Request', 'community', 7],
  ] as const) {
    const { id } = await service.term(as, { name: 'PR', full_name: meaning })
    await sql`update terms set status = ${status}, vote_count = ${votes} where id = ${id}`
  }
  const { body } = await find(service, as, { q: 'pr' })
  const trusted = ['Public Relations', 'Pull Request', 'Peer Review', 'Press Release', 'Push Rate']
  assert.equal(
    body.items.map(({ name, full_name }: Fields) => full_name ?? name),
    [...trusted, 'PRD', 'PR firm'],
  )
})

test.run()
