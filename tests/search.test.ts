import * as assert from 'uvu/assert'
import { type Fields, find, names, shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('search')

type Found = [queries: string[], names: string[]]
/** What each query is. */
const own = (queries: string[]): Found[] => queries.map((each) => [[each], [each]])
const sla = { name: 'SLA', full_name: 'Service Level Agreement' }
const slo = { name: 'SLO', full_name: 'Service Level Objective' }
const started = ['Serial', 'Server', 'Service', 'Service desk', 'SLA']
const signs = ['CI/CD', 'R&D', 'A.P.I.', 'Go-live']
const nothing = [
  ...['%', '_', '%%', '__', '\\', "'", "''", '%xb', '_xb', '\\x', "';--", '!!!', '& | !', ':*'],
  ...['<->', '()', 'qq:*AB & !(', '.*', '[a-z]', '😀', '?', '+'],
]

/** The terms that there are, and what is found of them, in its order. */
const searches: Record<string, [stock: (string | Fields)[], ...found: Found[]]> = {
  'the exact name comes first, ignoring case, then names that start with it': [
    ['SLA report', 'Slack', 'Isla', 'SLA', { name: 'Penalty', definition: 'What an SLA costs.' }],
    [
      ['SLA', 'sla', 'Sla', ' sLA '],
      ['SLA', 'Slack', 'SLA report', 'Penalty'],
    ],
  ],
  'letters find the names that start with them, the shortest first': [
    [
      ...['Service desk', 'Server', 'Serial', 'Service', 'Observer', 'Laser'],
      ...[sla, { name: 'Rack', definition: 'Where a server stands.' }],
    ],
    [['ser', 'SER', 'se'], started],
    [['serv'], started.slice(1)],
    [['o'], ['Observer']],
  ],
  'the last word may be unfinished': [
    [sla, slo],
    [['service level ag'], ['SLA']],
    [['level obj'], ['SLO']],
  ],
  'an unfinished word may look like a stop word': [
    [
      { name: 'DO', full_name: 'Data owner' },
      { name: 'PN', full_name: 'Push notification' },
      { name: 'GA', full_name: 'Rolled out' },
    ],
    [['own', 'what is an owner'], ['DO']],
    [['not'], ['PN']],
    [['rolling out'], ['GA']],
  ],
  'words are found in any order and in any form': [
    [
      { name: 'CD', full_name: 'Continuous deployment' },
      { name: 'CI', full_name: 'Continuous integration', definition: 'Merging and building.' },
    ],
    [['deployment continuous', 'deploying continuously', 'Deploys, continuous!'], ['CD']],
    [['builds merge'], ['CI']],
    [['deployment integration'], []],
  ],
  'a word weighs most in the name, then in the full name, then in the definition': [
    [
      { name: 'Freeze', definition: 'No release, no release at all, and once more no release.' },
      ...[{ name: 'GR', full_name: 'General release' }, 'Gold release'],
    ],
    [['release'], ['Gold release', 'GR', 'Freeze']],
  ],
  'punctuation can be omitted or written differently': [
    signs,
    [['CICD', 'ci cd', 'CI-CD', 'ci / cd'], ['CI/CD']],
    [['RD', 'r and d'], ['R&D']],
    [['api'], ['A.P.I.']],
    [['golive'], ['Go-live']],
  ],
  'characters with a special meaning in query languages are ordinary characters': [
    ['a_b', 'axb', '100%', "O'Brien", 'back\\slash', '"so-called"'],
    ...own(['a_b', '100%']),
    [["o'b"], ["O'Brien"]],
    [['back\\'], ['back\\slash']],
    [['"so'], ['"so-called"']],
    [nothing, []],
  ],
  'stop words alone find the names that start with them': [
    ['The Board', 'IT', { name: 'Ops', definition: 'It is the team.' }],
    [['the'], ['The Board']],
    [['it'], ['IT']],
    [['of the and'], []],
  ],
  'the case of all scripts and the composition of letters do not matter': [
    ['Übergabe', 'École', 'ΩMEGA', 'ПРОД', '障害'],
    [['Übergabe', 'übergabe', 'ÜBERGABE', 'U\u0308bergabe', 'übe'], ['Übergabe']],
    [['école', 'ÉCOLE', 'e\u0301cole', 'É'], ['École']],
    [['ωmega'], ['ΩMEGA']],
    [['прод'], ['ПРОД']],
    [['障'], ['障害']],
  ],
  'misspelled long words are corrected': [
    ['Kubernetes', sla, slo],
    [['kuberntes', 'Kubernettes', 'what does kuberntes mean?'], ['Kubernetes']],
    [['agrement', 'servise level agrement', 'agrement service', 'agrement of the service'], ['SLA']],
    [['SLO objektive'], ['SLO']],
    [['blockchain'], []],
  ],
  'a misspelled word matches the closest words, not all that contain a part of it': [
    ['Multireserve', 'Reserve', 'Outreserve', 'Postreserve'],
    [['multreserve'], ['Multireserve']],
  ],
  'a letter may be missing, added, wrong or transposed, in words of five letters or more': [
    ['Maintenance', 'Ledger', 'Query'],
    [['mantenance', 'maintennance', 'maintenence', 'mainetnance', 'maitenancen'], ['Maintenance']],
    [['legder'], ['Ledger']],
    [['qeury'], ['Query']],
  ],
  'a word that is spelled correctly does not match one that is a letter off': [
    [{ name: 'Inventory', full_name: 'All that is in stock' }, 'Technology stack'],
    [['stock', 'stokc'], ['Inventory']],
  ],
  'a word that is two letters off matches if no word is closer': [
    ['Accommodation'],
    [['acomodation'], ['Accommodation']],
  ],
  'the closest spelling comes first': [
    ['App server', 'Web serve'],
    [['servre'], ['Web serve', 'App server']],
  ],
  'a name that exists is not corrected': [
    ['Re-lease', 'Relese'],
    [['release'], ['Re-lease']],
    [['relese'], ['Relese']],
  ],
  'words of fewer than five letters are never corrected': [
    ['SLO', 'SLI', 'API', 'HTTP', 'KPI', 'OKR', sla],
    [['SLX', 'slq', 'APX', 'HTPT', 'KPO', 'OKA', 'XLA', 'SAL', 'HTTQ', 'SLX agrement'], []],
  ],
}

for (const [what, [stock, ...found]] of Object.entries(searches)) {
  test(what, async (service) => {
    const as = await shelve(service, ...stock)
    for (const [queries, expected] of found) {
      for (const q of queries) assert.equal(await names(service, as, q), expected, q)
    }
  })
}

test('punctuation is part of a name', async (service) => {
  const all = ['C', 'C++', 'C#', '.NET', 'NET', 'CI/CD', 'R&D', 'A.P.I.', 'API']
  const as = await shelve(service, ...all)
  for (const q of all) {
    assert.is((await names(service, as, q))[0], q)
    assert.is((await names(service, as, q.toLowerCase()))[0], q)
  }
  assert.equal(await names(service, as, 'c+'), ['C++', 'C', 'C#'])
})

test('of several meanings the most trusted comes first', async (service) => {
  const as = await shelve(service, 'PRD', 'PR firm')
  for (const [meaning, status, votes] of [
    ['Push Rate', 'suggested', 99],
    ['Peer Review', 'community', 4],
    ['Public Relations', 'official', 12],
    ['Press Release', 'pending', 2],
    ['Pull Request', 'community', 7],
  ] as const) {
    const { id } = await service.term(as, { name: 'PR', full_name: meaning })
    await service.sql`update terms set status = ${status}, vote_count = ${votes} where id = ${id}`
  }
  const { body } = await find(service, as, { q: 'pr' })
  const trusted = ['Public Relations', 'Pull Request', 'Peer Review', 'Press Release', 'Push Rate']
  assert.equal(
    body.items.map(({ name, full_name }: Fields) => full_name ?? name),
    [...trusted, 'PRD', 'PR firm'],
  )
})

test('a misspelled name is suggested whatever the words around it are', async (service) => {
  const as = await shelve(service, 'Kubernetes', 'Blocker')
  const suggest = async (q: string) =>
    (await service.request('GET', `/api/v1/lookup?q=${encodeURIComponent(q)}`, { as })).body.did_you_mean
  for (const q of ['was ist kubernets', 'c’est quoi kubernets', 'kubernets na prodzie']) {
    assert.equal(await suggest(q), ['Kubernetes'], q)
  }
  assert.equal(await suggest('was ist los'), [])
})

test('what only a deleted term had is corrected, and similar spellings come alone', async (service) => {
  const as = await shelve(service, 'Accommodation', 'Relese')
  const { id } = await service.term(as, { name: 'Acomodation' })
  await service.sql`delete from terms where id = ${id}`
  assert.equal(await names(service, as, 'acomodation'), ['Accommodation'])
  assert.equal(await names(service, as, 'release'), ['Relese'])
  await service.term(as, { name: 'Train', definition: 'It leaves every release.' })
  assert.equal(await names(service, as, 'release'), ['Train'])
})

test.run()
