import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  disputeTransitions,
  explainRefusal,
  nextTransition,
  officialTransition,
  promotionTransitions,
  type Transition,
  voteTransitions,
} from '../lib/glossary/lifecycle.ts'
import { type Status, statuses } from '../lib/schemas/term.ts'

const test = suite('lifecycle')

const thresholds = { communityThreshold: 3, officialThreshold: 10 }

/** Returns the status of a term after the transitions, or null if it does not change. */
function newStatus(
  transitions: readonly Transition[],
  status: Status,
  votes: number,
): Status | null {
  const possible = transitions.filter(
    ({ from, min_votes }) => from === status && votes >= min_votes,
  )
  assert.ok(possible.length <= 1, `a ${status} term has at most one possible transition`)
  return possible[0]?.to ?? null
}

/** status, votes with the new one, new status after a viewer's vote, and after an editor's vote */
const voteCases: [Status, number, Status | null, Status | null][] = [
  ['suggested', 1, 'pending', 'pending'],
  ['suggested', 3, 'pending', 'pending'],
  ['suggested', 10, 'pending', 'pending'],
  ['pending', 1, null, null],
  ['pending', 2, null, null],
  ['pending', 3, 'community', 'community'],
  ['pending', 4, 'community', 'community'],
  ['pending', 10, 'community', 'community'],
  ['community', 3, null, null],
  ['community', 9, null, null],
  ['community', 10, null, 'official'],
  ['community', 11, null, 'official'],
  ['official', 1, null, null],
  ['official', 10, null, null],
  ['official', 1000, null, null],
]

for (const [status, votes, viewer, editor] of voteCases) {
  test(`vote ${votes} for a ${status} term: by a viewer ${viewer}, by an editor ${editor}`, () => {
    assert.is(newStatus(voteTransitions(thresholds, false), status, votes), viewer)
    assert.is(newStatus(voteTransitions(thresholds, true), status, votes), editor)
  })
}

/** status, votes, new status after a promotion, and after making it official */
const promotionCases: [Status, number, Status | null, Status | null][] = [
  ['suggested', 0, 'pending', null],
  ['suggested', 10, 'pending', null],
  ['pending', 0, 'community', null],
  ['pending', 10, 'community', null],
  ['community', 0, null, null],
  ['community', 9, null, null],
  ['community', 10, 'official', 'official'],
  ['community', 11, 'official', 'official'],
  ['official', 0, null, null],
  ['official', 10, null, null],
]

for (const [status, votes, promoted, official] of promotionCases) {
  test(`a ${status} term with ${votes} votes is promoted to ${promoted}, made official: ${official}`, () => {
    assert.is(newStatus(promotionTransitions(thresholds), status, votes), promoted)
    assert.is(newStatus([officialTransition(thresholds)], status, votes), official)
  })
}

test('a dispute moves community and official terms to pending, and no others', () => {
  const results = statuses.map((status) => [status, newStatus(disputeTransitions, status, 0)])
  assert.equal(results, [
    ['suggested', null],
    ['pending', null],
    ['community', 'pending'],
    ['official', 'pending'],
  ])
})

test('transitions use the thresholds of the settings', () => {
  const low = { communityThreshold: 1, officialThreshold: 2 }
  assert.is(newStatus(voteTransitions(low, true), 'pending', 1), 'community')
  assert.is(newStatus(voteTransitions(low, true), 'community', 1), null)
  assert.is(newStatus(voteTransitions(low, true), 'community', 2), 'official')
  assert.is(newStatus(promotionTransitions(low), 'community', 1), null)
  assert.is(newStatus([officialTransition(low)], 'community', 2), 'official')
})

/** status, votes, and the next transition */
const nextCases: [Status, number, ReturnType<typeof nextTransition>][] = [
  ['suggested', 0, { to: 'pending', missingVotes: 1, requiresEditor: false }],
  ['pending', 1, { to: 'community', missingVotes: 2, requiresEditor: false }],
  ['pending', 5, { to: 'community', missingVotes: 1, requiresEditor: false }],
  ['community', 4, { to: 'official', missingVotes: 6, requiresEditor: true }],
  ['community', 10, { to: 'official', missingVotes: 0, requiresEditor: true }],
  ['official', 10, null],
]

for (const [status, votes, expected] of nextCases) {
  test(`the next transition of a ${status} term with ${votes} votes leads to ${expected?.to}`, () => {
    assert.equal(nextTransition(thresholds, { status, votes }), expected)
  })
}

test('a refusal says what is missing', () => {
  const official = [officialTransition(thresholds)]
  assert.is(
    explainRefusal(official, { status: 'community', votes: 4 }),
    'The term needs 10 votes to become official; it has 4.',
  )
  assert.is(
    explainRefusal(official, { status: 'official', votes: 4 }),
    'The term is already official.',
  )
  assert.is(
    explainRefusal(official, { status: 'pending', votes: 20 }),
    'The term must be community; it is pending.',
  )
})

test.run()
