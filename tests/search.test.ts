import * as assert from 'uvu/assert'
import { type Answer, glossary, type Person, type World } from './support/world.ts'

type Fields = { name: string; full_name?: string; definition?: string; category?: string }

const test = glossary('search')

/** Adds terms, or names alone, and gives a searcher who owns them. */
async function shelve({ person, term }: World, ...terms: (string | Fields)[]): Promise<Person> {
  const as = await person()
  for (const each of terms) await term(as, typeof each === 'string' ? { name: each } : each)
  return as
}

const find = ({ request }: World, as: Person, query: Record<string, string>): Promise<Answer> =>
  request('GET', `/api/v1/terms?${new URLSearchParams(query)}`, { as })

/** The names found, in order. */
async function names(world: World, as: Person, q: string): Promise<string[]> {
  const { status, body } = await find(world, as, { q })
  assert.is(status, 200, q)
  assert.is(body.total, body.items.length, q)
  return body.items.map(({ name }: Fields) => name)
}

test('the exact name comes first whatever the case, then names that start so', async (world) => {
  const as = await shelve(world, ...['SLA report', 'Slack', 'Isla', 'SLA'], {
    name: 'Penalty',
    definition: 'What a breach of an SLA costs.',
  })
  for (const q of ['SLA', 'sla', 'Sla', ' sLA ']) {
    assert.equal(await names(world, as, q), ['SLA', 'Slack', 'SLA report', 'Penalty'], q)
  }
})

test('three letters give the names that start with them, the shortest first', async (world) => {
  const as = await shelve(
    world,
    ...['Service desk', 'Server', 'Serial', 'Service', 'Observer', 'Laser'],
    { name: 'SLA', full_name: 'Service Level Agreement' },
    { name: 'Rack', definition: 'Where a server stands.' },
  )
  const started = ['Serial', 'Server', 'Service', 'Service desk', 'SLA']
  assert.equal(await names(world, as, 'ser'), started)
  assert.equal(await names(world, as, 'SER'), started)
  assert.equal(await names(world, as, 'se'), started)
  assert.equal(await names(world, as, 'serv'), started.slice(1))
})

test('one letter gives the names that start with it', async (world) => {
  const as = await shelve(world, 'SLA', 'S', 'KPI', 'Slack')
  assert.equal(await names(world, as, 's'), ['S', 'SLA', 'Slack'])
})

test('the last word may be unfinished', async (world) => {
  const as = await shelve(
    world,
    { name: 'SLA', full_name: 'Service Level Agreement' },
    { name: 'SLO', full_name: 'Service Level Objective' },
  )
  assert.equal(await names(world, as, 'service level ag'), ['SLA'])
  assert.equal(await names(world, as, 'level obj'), ['SLO'])
})

test('an unfinished word may look like a stop word', async (world) => {
  const as = await shelve(
    world,
    { name: 'DO', full_name: 'Data owner' },
    { name: 'PN', full_name: 'Push notification' },
    { name: 'GA', full_name: 'Rolled out' },
  )
  assert.equal(await names(world, as, 'own'), ['DO'])
  assert.equal(await names(world, as, 'not'), ['PN'])
  assert.equal(await names(world, as, 'rolling out'), ['GA'])
  assert.equal(await names(world, as, 'what is an owner'), ['DO'])
})

test('words are found in any order and in any form', async (world) => {
  const as = await shelve(
    world,
    { name: 'CD', full_name: 'Continuous deployment' },
    { name: 'CI', full_name: 'Continuous integration', definition: 'Merging and building often.' },
  )
  for (const q of ['deployment continuous', 'deploying continuously', 'Deploys, continuous!']) {
    assert.equal(await names(world, as, q), ['CD'], q)
  }
  assert.equal(await names(world, as, 'builds merge'), ['CI'])
  assert.equal(await names(world, as, 'deployment integration'), [])
})

test('a word weighs most in the name, then in the full name, then in the definition', async (world) => {
  const as = await shelve(
    world,
    { name: 'Freeze', definition: 'No release, no release at all, and once more no release.' },
    { name: 'GR', full_name: 'General release' },
    { name: 'Gold release' },
  )
  assert.equal(await names(world, as, 'release'), ['Gold release', 'GR', 'Freeze'])
})

test('long words are found in close spellings', async (world) => {
  const as = await shelve(
    world,
    'Kubernetes',
    { name: 'SLA', full_name: 'Service Level Agreement' },
    { name: 'SLO', full_name: 'Service Level Objective' },
  )
  assert.equal(await names(world, as, 'kuberntes'), ['Kubernetes'])
  assert.equal(await names(world, as, 'Kubernettes'), ['Kubernetes'])
  assert.equal(await names(world, as, 'agrement'), ['SLA'])
  assert.equal(await names(world, as, 'SLO objektive'), ['SLO'])
  assert.equal(await names(world, as, 'servise level agrement'), ['SLA'])
  assert.equal(await names(world, as, 'agrement service'), ['SLA'])
  assert.equal(await names(world, as, 'blockchain'), [])
})

test('a misspelt word stands for the closest words, not for all that have a part of it', async (world) => {
  const as = await shelve(world, 'Multireserve', 'Reserve', 'Outreserve', 'Postreserve')
  assert.equal(await names(world, as, 'multreserve'), ['Multireserve'])
})

test('a letter may be missing, too many, wrong or in another place', async (world) => {
  const as = await shelve(world, 'Maintenance')
  for (const q of ['mantenance', 'maintennance', 'maintenence', 'mainetnance', 'maitenancen']) {
    assert.equal(await names(world, as, q), ['Maintenance'], q)
  }
})

test('a word that is more than a letter off is found where none is closer', async (world) => {
  const as = await shelve(world, 'Accommodation')
  assert.equal(await names(world, as, 'acomodation'), ['Accommodation'])
})

test('a misspelling that was in a name once is corrected like any other', async (world) => {
  const as = await shelve(world, 'Accommodation')
  const { id } = await world.term(as, { name: 'Acomodation' })
  await world.sql`delete from terms where id = ${id}`
  assert.equal(await names(world, as, 'acomodation'), ['Accommodation'])
})

test('the word that is spelt closest comes before those that are nearly as close', async (world) => {
  const as = await shelve(world, 'App server', 'Web serve')
  assert.equal(await names(world, as, 'servre'), ['Web serve', 'App server'])
})

test('close spellings come after whatever is spelt right', async (world) => {
  const as = await shelve(world, 'Relese', {
    name: 'Train',
    definition: 'It leaves every release.',
  })
  assert.equal(await names(world, as, 'release'), ['Train', 'Relese'])
})

test('nothing is corrected where five terms are found as it is spelt', async (world) => {
  const four = ['Release 1', 'Release 2', 'Release 3', 'Release 4']
  const as = await shelve(world, ...four, 'Relese')
  assert.equal(await names(world, as, 'release'), [...four, 'Relese'])
  await world.term(as, { name: 'Release 5' })
  assert.equal(await names(world, as, 'release'), [...four, 'Release 5'])
})

test('nothing is corrected where something has the name', async (world) => {
  const as = await shelve(world, 'Re-lease', 'Relese')
  assert.equal(await names(world, as, 'release'), ['Re-lease'])
  assert.equal(await names(world, as, 'relese'), ['Relese'])
})

test('short words are never corrected', async (world) => {
  const as = await shelve(world, ...['SLO', 'SLI', 'API', 'HTTP', 'KPI', 'OKR'], {
    name: 'SLA',
    full_name: 'Service Level Agreement',
  })
  for (const q of ['SLX', 'slq', 'APX', 'HTPT', 'KPO', 'OKA', 'XLA', 'SAL', 'HTTQ']) {
    assert.equal(await names(world, as, q), [], q)
  }
  assert.equal(await names(world, as, 'SLX agreement'), [])
  assert.equal(await names(world, as, 'SLO agrement'), [])
})

test('punctuation is part of a name', async (world) => {
  const as = await shelve(world, 'C', 'C++', 'C#', '.NET', 'NET', 'CI/CD', 'R&D', 'A.P.I.', 'API')
  for (const q of ['C', 'C++', 'C#', '.NET', 'NET', 'CI/CD', 'R&D', 'A.P.I.', 'API']) {
    assert.is((await names(world, as, q))[0], q)
    assert.is((await names(world, as, q.toLowerCase()))[0], q)
  }
  assert.equal(await names(world, as, 'c+'), ['C++', 'C', 'C#'])
})

test('punctuation may be left out or written otherwise', async (world) => {
  const as = await shelve(world, 'CI/CD', 'R&D', 'A.P.I.', 'Go-live')
  for (const q of ['CICD', 'ci cd', 'CI-CD', 'ci / cd']) {
    assert.equal(await names(world, as, q), ['CI/CD'], q)
  }
  assert.equal(await names(world, as, 'RD'), ['R&D'])
  assert.equal(await names(world, as, 'r and d'), ['R&D'])
  assert.equal(await names(world, as, 'api'), ['A.P.I.'])
  assert.equal(await names(world, as, 'golive'), ['Go-live'])
})

test('what other languages give a meaning to is just a character', async (world) => {
  const as = await shelve(world, 'a_b', 'axb', '100%', "O'Brien", 'back\\slash', '"so-called"')
  assert.equal(await names(world, as, 'a_b'), ['a_b'])
  assert.equal(await names(world, as, '100%'), ['100%'])
  assert.equal(await names(world, as, "o'b"), ["O'Brien"])
  assert.equal(await names(world, as, 'back\\'), ['back\\slash'])
  assert.equal(await names(world, as, '"so'), ['"so-called"'])
  for (const q of ['%', '_', '%%', '__', '\\', "'", "''", '%xb', '_xb', '\\x', "';--"]) {
    assert.equal(await names(world, as, q), [], q)
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
    assert.equal(await names(world, as, q), [], q)
  }
})

test('stop words alone find the names that start so', async (world) => {
  const as = await shelve(world, 'The Board', 'IT', { name: 'Ops', definition: 'It is the team.' })
  assert.equal(await names(world, as, 'the'), ['The Board'])
  assert.equal(await names(world, as, 'it'), ['IT'])
  assert.equal(await names(world, as, 'of the and'), [])
})

test('the case of every script is folded, and composed letters are as good as others', async (world) => {
  const as = await shelve(world, 'Übergabe', 'École', 'ΩMEGA', 'ПРОД', '障害')
  for (const q of ['Übergabe', 'übergabe', 'ÜBERGABE', 'U\u0308bergabe', 'übe']) {
    assert.equal(await names(world, as, q), ['Übergabe'], q)
  }
  for (const q of ['école', 'ÉCOLE', 'e\u0301cole', 'É']) {
    assert.equal(await names(world, as, q), ['École'], q)
  }
  assert.equal(await names(world, as, 'ωmega'), ['ΩMEGA'])
  assert.equal(await names(world, as, 'прод'), ['ПРОД'])
  assert.equal(await names(world, as, '障'), ['障害'])
})

test('of several meanings the most trusted comes first', async (world) => {
  const { sql } = world
  const as = await shelve(world, 'PRD', 'PR firm')
  for (const [meaning, status, votes] of [
    ['Push Rate', 'suggested', 99],
    ['Peer Review', 'community', 4],
    ['Public Relations', 'official', 12],
    ['Press Release', 'pending', 2],
    ['Pull Request', 'community', 7],
  ] as const) {
    const { id } = await world.term(as, { name: 'PR', full_name: meaning })
    await sql`update terms set status = ${status}, vote_count = ${votes} where id = ${id}`
  }
  const { body } = await find(world, as, { q: 'pr' })
  const trusted = ['Public Relations', 'Pull Request', 'Peer Review', 'Press Release', 'Push Rate']
  assert.equal(
    body.items.map(({ name, full_name }: Fields) => full_name ?? name),
    [...trusted, 'PRD', 'PR firm'],
  )
})

test('q has 1 to 200 characters', async (world) => {
  const as = await shelve(world, 'SLA')
  for (const q of ['x'.repeat(200), '😀'.repeat(200), 'a b '.repeat(50), `${' '.repeat(50)}sla`]) {
    assert.is((await find(world, as, { q })).status, 200, q)
  }
  for (const q of ['', '   ', 'x'.repeat(201), '😀'.repeat(201), 'a\0b', 'a\nb']) {
    const { status, body } = await find(world, as, { q })
    assert.is(status, 422, q)
    assert.equal(
      body.errors.map(({ path }: { path: string }) => path),
      ['q'],
    )
  }
  const twice = await world.request('GET', '/api/v1/terms?q=a&q=b', { as })
  assert.is(twice.status, 422)
})

test.run()
