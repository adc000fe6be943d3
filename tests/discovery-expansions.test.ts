import * as assert from 'uvu/assert'
import { countFaults } from '../lib/discovery/alignment.ts'
import { readMessage } from '../lib/discovery/count-mentions.ts'
import { findExpansions } from '../lib/discovery/expansions.ts'
import { sentences } from './support/discovery-sentences.ts'
import { suite } from './support/suite.ts'

const test = suite('discovery: expansions')

const pairsOf = (text: string) =>
  Object.fromEntries(findExpansions(text).map(({ acronym, full_name }) => [acronym, full_name]))

test('there are at least ninety sentences of our own', () => {
  assert.ok(new Set(sentences.map(([text]) => text)).size >= 90)
})

for (const [text, pairs] of sentences) {
  test(text, () => assert.equal(pairsOf(text), pairs))
}

/** The letters of an abbreviation, a phrase, and the number of faults of the phrase as its long form. */
const alignments: [letters: string, phrase: string, faults: number][] = [
  ['sla', 'service level agreement', 0],
  ['tco', 'total cost of ownership', 0],
  ['sow', 'statement of work', 0],
  ['aav', 'adeno-associated virus', 0],
  ['html', 'HyperText Markup Language', 0],
  ['xml', 'eXtensible Markup Language', 0],
  ['5ht', '5-hydroxytryptamine', 1],
  ['emg', 'electromyograph', 2],
  ['kpi', 'performance indicator', Infinity],
  ['sla', 'the service level agreement', Infinity],
  ['sla', 'service level agreement draft', 1],
  ['sla', 'service and level agreement', 0],
  ['sla', 'service quality level agreement', 1],
  ['sk', 'service dock', 2],
  ['cia', 'confidentiality, integrity, availability', 0],
]

for (const [letters, phrase, faults] of alignments) {
  test(`${letters} has ${faults} faults in: ${phrase}`, () => {
    assert.is(countFaults([...letters], phrase), faults)
  })
}

test('adjacent letters cost less than a fault, and more than nothing', () => {
  const faults = countFaults([...'devop'], 'development operations')
  assert.ok(faults > 0 && faults < 1)
})

test('a pair counts once per text', () => {
  const text = 'The Service Level Agreement (SLA). SLA means Service Level Agreement.'
  assert.equal(findExpansions(text), [{ acronym: 'SLA', full_name: 'Service Level Agreement' }])
})

test('all long forms of a text are returned', () => {
  const text = 'The Service Level Agreement (SLA), not the State Liquor Authority (SLA).'
  assert.equal(
    findExpansions(text).map(({ full_name }) => full_name),
    ['Service Level Agreement', 'State Liquor Authority'],
  )
})

test('a long form is within the maximum length of a full name', () => {
  const long = `S${'e'.repeat(200)} L${'e'.repeat(200)} Agreement`
  assert.equal(findExpansions(`${long} (SLA)`), [])
})

test('a message mentions each acronym once, with its expansions', () => {
  const message = [
    'Our *Service Level Agreements* (SLAs) and the KPI &amp; OKR targets,',
    'see <https://x.org|Key Performance Indicator (KPI)>. R&amp;D (research and development)!',
    '`MRR (monthly recurring revenue)` and the SLA again',
  ]
  assert.equal(readMessage(message.join('\n')), [
    { acronym: 'SLA', full_names: ['Service Level Agreement'] },
    { acronym: 'KPI', full_names: [] },
    { acronym: 'OKR', full_names: [] },
    { acronym: 'R&D', full_names: ['research and development'] },
  ])
})

test('a message gives one spelling of a full name', () => {
  const message = 'The Service Level Agreement (SLA). All service-level agreements (SLAs).'
  assert.equal(readMessage(message), [{ acronym: 'SLA', full_names: ['Service Level Agreement'] }])
})

test('a regular English plural becomes singular', () => {
  const read = (message: string) => readMessage(message).flatMap(({ full_names }) => full_names)
  assert.equal(read('key performance indicators (KPIs)'), ['key performance indicator'])
  assert.equal(read('public web services (PWSs)'), ['public web service'])
  assert.equal(read('retry policies (RPs)'), ['retry policies'])
  assert.equal(read('batch processes (BPs)'), ['batch processes'])
  assert.equal(read('Statements of Work (SOWs)'), ['Statement of Work'])
  assert.equal(read('objectives and key results (OKRs)'), ['objectives and key results'])
  assert.equal(read('quality of service levels (QSL)'), ['quality of service levels'])
})

test('a word that is not an acronym is not mentioned, even if the text explains it', () => {
  assert.equal(readMessage('megabits per second (MBps), as soon as possible (ASAP)'), [])
})

test.run()
