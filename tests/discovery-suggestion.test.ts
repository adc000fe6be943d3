import * as assert from 'uvu/assert'
import { rankExpansions } from '../lib/discovery/suggestion.ts'
import { suite } from './support/suite.ts'

const test = suite('discovery: suggestions')

test('the most frequent expansion is first', () => {
  const seen = [
    { full_name: 'State Liquor Authority', sightings: 1 },
    { full_name: 'Service Level Agreement', sightings: 4 },
    { full_name: 'Stop Loss Adjuster', sightings: 2 },
  ]
  assert.equal(rankExpansions(seen), [
    { full_name: 'Service Level Agreement', sightings: 4 },
    { full_name: 'Stop Loss Adjuster', sightings: 2 },
    { full_name: 'State Liquor Authority', sightings: 1 },
  ])
})

test('spellings of an expansion count together, and the most frequent is used', () => {
  const seen = [
    { full_name: 'State Liquor Authority', sightings: 4 },
    { full_name: 'service level agreement', sightings: 2 },
    { full_name: 'Service  Level\nAgreement', sightings: 1 },
    { full_name: 'Service Level Agreement', sightings: 3 },
  ]
  assert.equal(rankExpansions(seen), [
    { full_name: 'Service Level Agreement', sightings: 6 },
    { full_name: 'State Liquor Authority', sightings: 4 },
  ])
})

/** Spellings of one full name, and other full names. */
const spellings: [name: string, same: string[], others: string[]][] = [
  ['service level agreement', ['Service-Level Agreements', 'service level  agreement'], ['service level']],
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
    const expected = [
      { full_name: name, sightings: 1 + same.length },
      ...others.map((full_name) => ({ full_name, sightings: 1 })),
    ]
    assert.equal(rankExpansions(seen), expected)
  })
}

test('of equally frequent expansions, the first wins', () => {
  const [first, second] = [
    { full_name: 'Service Level Agreement', sightings: 2 },
    { full_name: 'State Liquor Authority', sightings: 2 },
  ]
  assert.equal(rankExpansions([first, second]), [first, second])
  assert.equal(rankExpansions([second, first]), [second, first])
})

test.run()
