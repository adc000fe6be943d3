import * as assert from 'uvu/assert'
import { shelve } from './support/search.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('lookup')

type Meaning = { name: string; full_name: string | null; matched?: { name: string; kind: string } }

async function lookUp({ request }: TestService, as: Person, q: string, surroundings: Record<string, string> = {}) {
  const query = new URLSearchParams({ q, ...surroundings })
  const { status, body } = await request('GET', `/api/v1/lookup?${query}`, { as })
  assert.is(status, 200, q)
  return body
}

/** What a lookup matched, and the names that it found. */
async function find(service: TestService, as: Person, q: string) {
  const { match, terms } = await lookUp(service, as, q)
  return [match, ...terms.map(({ name }: Meaning) => name)]
}

const sla = {
  name: 'SLA',
  full_name: 'Service Level Agreement',
  aliases: ['uptime contract', { name: 'SAL', kind: 'misspelling' }],
}

test('each step finds a name, and the first one that finds something counts', async (service) => {
  const names = ['CI/CD', 'C++', 'C#', 'Policy', 'Café', 'R and D', 'box', 'Statement of Work', 'Moore']
  const as = await shelve(service, ...names, 'Research and Development')
  await service.term(as, sla)
  const expected: Record<string, [string, string]> = {
    sla: ['exact', 'SLA'],
    ' SLA ': ['exact', 'SLA'],
    'Uptime Contract': ['alias', 'SLA'],
    sal: ['alias', 'SLA'],
    'service level agreement': ['full_name', 'SLA'],
    'S.L.A.': ['folded', 'SLA'],
    '(SLA)': ['exact', 'SLA'],
    '“Uptime contract”.': ['alias', 'SLA'],
    'Service Level Agreement?': ['full_name', 'SLA'],
    'C++?': ['exact', 'C++'],
    '#SLA': ['exact', 'SLA'],
    'what is [SLA]?': ['exact', 'SLA'],
    'Service-level agreement': ['folded', 'SLA'],
    cicd: ['folded', 'CI/CD'],
    'C.I./C.D.': ['folded', 'CI/CD'],
    'ＣＩ／ＣＤ': ['folded', 'CI/CD'],
    cafe: ['folded', 'Café'],
    'c ++': ['folded', 'C++'],
    'c#': ['exact', 'C#'],
    SLAs: ['inflected', 'SLA'],
    "SLA's": ['inflected', 'SLA'],
    'SLA’s': ['inflected', 'SLA'],
    "SLAs'": ['inflected', 'SLA'],
    policies: ['inflected', 'Policy'],
    POLICIES: ['inflected', 'Policy'],
    SLAS: ['inflected', 'SLA'],
    boxes: ['inflected', 'box'],
    "Moore's": ['inflected', 'Moore'],
    'Statements of Work': ['inflected', 'Statement of Work'],
    'Research & Development': ['folded', 'Research and Development'],
    'research&development': ['folded', 'Research and Development'],
    'Research-and-development': ['folded', 'Research and Development'],
    'R&D': ['folded', 'R and D'],
    'R & D': ['folded', 'R and D'],
    'Service Level Agreements': ['inflected', 'SLA'],
  }
  for (const [q, answer] of Object.entries(expected)) {
    assert.equal(await find(service, as, q), answer, q)
  }
})

test('a question is looked up without its question words', async (service) => {
  const as = await shelve(service, 'What is this')
  await service.term(as, sla)
  const questions = [
    ...['what is SLA', 'What is an SLA?', "what's an SLA", 'what’s the SLA?', 'what are SLAs'],
    ...['what does SLA mean?', 'what do SLAs mean', 'what does SLA stand for', 'SLA meaning'],
    ...['meaning of SLA', 'define SLA', 'define: sla', 'SLA?', 'What is “SLA”?'],
    ...['what does service level agreement mean?', 'whats sla'],
  ]
  for (const q of questions) {
    const { terms } = await lookUp(service, as, q)
    assert.equal(
      terms.map(({ name }: Meaning) => name),
      ['SLA'],
      q,
    )
  }
  assert.equal(await find(service, as, 'what is this'), ['exact', 'What is this'])
  for (const q of ['whatsapp', '?!', 'meaning of life']) {
    assert.equal((await lookUp(service, as, q)).terms, [], q)
  }
})

test('a capital S belongs to an acronym', async (service) => {
  const as = await shelve(service, 'AP', 'LMRS', 'LMR', 'LMRY')
  assert.equal(await find(service, as, 'APS'), ['none'])
  assert.equal(await find(service, as, 'APs'), ['inflected', 'AP'])
  assert.equal(await find(service, as, 'LMRIes'), ['none'])
  const gps = await shelve(service, 'GPS')
  for (const q of ['GPSs', "GPSs'", 'GPSes', 'gpses', 'what are GPSs?']) {
    assert.equal(await find(service, gps, q), ['inflected', 'GPS'], q)
  }
  const other = await shelve(service, 'RISS')
  assert.equal(await find(service, other, 'RISSEs'), ['none'])
  assert.equal(await find(service, other, 'RISSes'), ['inflected', 'RISS'])
  assert.equal(await find(service, as, 'LMRS'), ['exact', 'LMRS'])
  assert.equal(await find(service, as, 'LMR'), ['exact', 'LMR'])
})

test('names come before aliases, and the case as typed before others', async (service) => {
  const as = await shelve(service, { name: 'AG', full_name: 'Attorney General' }, { name: 'Ag', full_name: 'Argentum' })
  await service.term(as, { name: 'Silver', aliases: ['Ag'] })
  assert.equal(await find(service, as, 'Ag'), ['exact', 'Ag', 'AG', 'Silver'])
  assert.equal(await find(service, as, 'AG'), ['exact', 'AG', 'Ag', 'Silver'])
})

test('a meaning says which alias or full name matched', async (service) => {
  const as = await service.person()
  await service.term(as, sla)
  const matchedBy = async (q: string) => (await lookUp(service, as, q)).terms[0].matched
  assert.is(await matchedBy('SLAs'), undefined)
  assert.equal(await matchedBy('SAL'), { name: 'SAL', kind: 'misspelling' })
  assert.equal(await matchedBy('service level agreements'), { name: 'Service Level Agreement', kind: 'full_name' })
})

test('at most 20 meanings are returned, and all are counted', async (service) => {
  const as = await service.person()
  for (let i = 0; i < 25; i++) await service.term(as, { name: 'PM', full_name: `Meaning ${i}` })
  const { terms, total } = await lookUp(service, as, 'PM')
  assert.equal([terms.length, total], [20, 25])
})

test('an unknown name gets similar names and aliases, never misspellings', async (service) => {
  const as = await shelve(service, 'Kubernetes', 'KPI', 'KPA')
  await service.term(as, { name: 'Cluster', aliases: ['KPX', { name: 'KPQ', kind: 'misspelling' }] })
  const suggest = async (q: string) => {
    const { match, terms, did_you_mean } = await lookUp(service, as, q)
    assert.equal([match, terms], ['none', []], q)
    return did_you_mean
  }
  assert.equal(await suggest('Kuberntes'), ['Kubernetes'])
  assert.equal(await suggest('what is a kubernets?'), ['Kubernetes'])
  assert.equal(await suggest('KP'), ['KPA', 'KPI', 'KPX'])
  assert.equal(await suggest('QQ'), [])
})

test('the search lists what a lookup finds first, in its order', async (service) => {
  const as = await shelve(
    service,
    { name: 'Bandwidth Allocation', definition: 'Bandwidth, bandwidth, bandwidth.' },
    { name: 'BW', full_name: 'Bandwidth' },
    { name: 'SM', full_name: 'Service Module' },
    { name: 'ESM', full_name: 'European Service Module' },
  )
  await service.term(as, { name: 'Throughput', aliases: ['net rate'] })
  const search = async (q: string) => {
    const { body } = await service.request('GET', `/api/v1/terms?${new URLSearchParams({ q })}`, { as })
    return body.items.map(({ name }: Meaning) => name)
  }
  assert.equal(await search('bandwidth'), ['BW', 'Bandwidth Allocation'])
  assert.equal(await search('Service Module'), ['SM', 'ESM'])
  assert.equal(await search('what are BWs?'), ['BW'])
  assert.equal(await search('net rate'), ['Throughput'])
  assert.equal(await search('rate'), ['Throughput'])
})

test('the list never becomes empty while a full name is typed', async (service) => {
  const as = await shelve(service, { name: 'SOW', full_name: 'Statement of Work on Site A' })
  const typed = 'Statement of Work on Site A'
  for (let length = 2; length <= typed.length; length++) {
    const q = typed.slice(0, length)
    const { body } = await service.request('GET', `/api/v1/terms?${new URLSearchParams({ q })}`, { as })
    assert.is(body.total, 1, q)
    assert.is(body.did_you_mean, undefined, q)
  }
})

test('what is written like an acronym is neither stemmed nor corrected', async (service) => {
  const as = await shelve(
    service,
    { name: 'AP', definition: 'An access point.' },
    'LERTS',
    { name: 'Cloud', definition: 'It runs on AWS.' },
    { name: 'Awe', definition: 'A feeling.' },
  )
  const search = async (q: string) => {
    const { body } = await service.request('GET', `/api/v1/terms?${new URLSearchParams({ q })}`, { as })
    return [body.items.map(({ name }: Meaning) => name), body.did_you_mean]
  }
  assert.equal(await search('what is APS?'), [[], undefined])
  assert.equal(await search('LERTZ'), [[], ['LERTS']])
  assert.equal(await search('AWS'), [['Cloud'], undefined])
})

test('names and definitions of stop words have meanings like others', async (service) => {
  const as = await service.person()
  for (const full_name of [null, 'Or', 'The']) {
    for (const name of ['OF', 'NOR']) {
      await service.term(as, { name, full_name, definition: 'Of the.' })
    }
  }
  for (const name of ['OF', 'NOR', 'nor']) {
    const query = new URLSearchParams({ q: name, text: 'Which of the two?' })
    const { body } = await service.request('GET', `/api/v1/lookup?${query}`, { as })
    const { match, total } = body
    assert.equal([match, total], ['exact', 3], name)
  }
  const { body } = await service.request('GET', '/api/v1/terms?q=OF', { as })
  assert.is(body.total, 3)
  const explained = await service.request('POST', '/api/v1/explain', { as, body: { text: 'It says NOR.' } })
  assert.equal([explained.status, explained.body.matches.length], [200, 1])
})

test.run()
