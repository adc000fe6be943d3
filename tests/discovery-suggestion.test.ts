import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { chooseExpansion, type Evidence, suggestDefinition } from '../lib/discovery/suggestion.ts'

const test = suite('discovery: suggestions')

test('a suggestion without an expansion has no full name', () => {
  assert.equal(chooseExpansion([]), { full_name: null, others: [] })
})

test('the most frequent expansion is first', () => {
  const seen = [
    { full_name: 'State Liquor Authority', sightings: 1 },
    { full_name: 'Service Level Agreement', sightings: 4 },
    { full_name: 'Stop Loss Adjuster', sightings: 2 },
  ]
  assert.equal(chooseExpansion(seen), {
    full_name: 'Service Level Agreement',
    others: [
      { full_name: 'Stop Loss Adjuster', sightings: 2 },
      { full_name: 'State Liquor Authority', sightings: 1 },
    ],
  })
})

test('spellings of an expansion count together, and the most frequent is used', () => {
  const seen = [
    { full_name: 'State Liquor Authority', sightings: 4 },
    { full_name: 'service level agreement', sightings: 2 },
    { full_name: 'Service  Level\nAgreement', sightings: 1 },
    { full_name: 'Service Level Agreement', sightings: 3 },
  ]
  assert.equal(chooseExpansion(seen), {
    full_name: 'Service Level Agreement',
    others: [{ full_name: 'State Liquor Authority', sightings: 4 }],
  })
})

/** Spellings of one full name, and other full names. */
const spellings: [name: string, same: string[], others: string[]][] = [
  [
    'service level agreement',
    ['Service-Level Agreements', 'service level  agreement'],
    ['service level'],
  ],
  ['statement of work', ['Statements of Work'], ['statement of works council']],
  ['research and development', ['Research & Development'], []],
  ['retention policy', ['retention policies'], ['retention police']],
  ['life cycle cache', ['lifecycle caches', 'life-cycle cache'], ['life cycle cash']],
  ['business process', ['business processes'], ['busy process']],
  ['paid employee fee', ['paid employees’ fees'], ['paid employer fee']],
  ['Größenordnung', ['größenordnung', 'Gro\u0308ßenordnung'], ['Grossenordnung']],
]

for (const [name, same, others] of spellings) {
  test(`spellings of "${name}" are recognized`, () => {
    const seen = [name, ...same, ...others].map((full_name) => ({ full_name, sightings: 1 }))
    const expected = {
      full_name: name,
      others: others.map((full_name) => ({ full_name, sightings: 1 })),
    }
    assert.equal(chooseExpansion(seen), expected)
  })
}

test('of equally frequent expansions, the first wins', () => {
  const [first, second] = [
    { full_name: 'Service Level Agreement', sightings: 2 },
    { full_name: 'State Liquor Authority', sightings: 2 },
  ]
  assert.is(chooseExpansion([first, second]).full_name, first.full_name)
  assert.is(chooseExpansion([second, first]).full_name, second.full_name)
})

const evidence: Evidence = {
  sightings: 12,
  authors: 5,
  channels: ['ops', 'sales'],
  first_seen: new Date('2026-03-01T10:00:00Z'),
  last_seen: new Date('2026-03-09T10:00:00Z'),
  others: [
    { full_name: 'Stop Loss Adjuster', sightings: 2 },
    { full_name: 'State Liquor Authority', sightings: 1 },
  ],
  permalinks: ['https://x.slack.com/1', 'https://x.slack.com/2'],
}

test('a suggestion says where and how often the acronym was seen, and lists other expansions', () => {
  assert.is(
    suggestDefinition(evidence),
    [
      'Found in Slack. Its meaning still has to be written. ' +
        'Seen 12 times, written by 5 people in #ops, #sales, from 2026-03-01 to 2026-03-09.',
      'Other full names: Stop Loss Adjuster (2 times); State Liquor Authority (once).',
      'For example:\nhttps://x.slack.com/1\nhttps://x.slack.com/2',
    ].join('\n\n'),
  )
})

test('a suggestion omits missing details', () => {
  const least = { sightings: 1, authors: 1, channels: ['ops'], others: [], permalinks: [] }
  const last_seen = evidence.first_seen
  assert.is(
    suggestDefinition({ ...evidence, ...least, last_seen }),
    'Found in Slack. Its meaning still has to be written. ' +
      'Seen once, written by one person in #ops, on 2026-03-01.',
  )
})

test('a suggestion never exceeds the maximum length of a definition', () => {
  const many = <T>(one: T) => Array.from({ length: 50 }, () => one)
  const definition = suggestDefinition({
    ...evidence,
    channels: many('c'.repeat(80)),
    others: many({ full_name: 'Ö'.repeat(300), sightings: 7 }),
    permalinks: many(`https://x.slack.com/${'p'.repeat(900)}`),
  })
  assert.ok([...definition].length <= 4000)
  assert.match(definition, 'and 45 more')
})

test.run()
