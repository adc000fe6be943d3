import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  fallsByDispute,
  refusal,
  type Step,
  stepsByPromotion,
  stepsByVote,
  stepToOfficial,
} from '../lib/glossary/lifecycle.ts'
import { type Status, statuses } from '../lib/schemas/term.ts'

const test = suite('lifecycle')

const thresholds = { communityThreshold: 3, officialThreshold: 10 }

/** Where a term with so many votes goes along the steps; null where it stays. */
function next(steps: readonly Step[], status: Status, votes: number): Status | null {
  const taken = steps.filter((step) => step.from === status && votes >= step.votes)
  assert.ok(taken.length <= 1, `${status} has one way to go`)
  return taken[0]?.to ?? null
}

/** status, votes (the new one included), then where a viewer's and an editor's vote leads. */
const byVote: [Status, number, Status | null, Status | null][] = [
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

for (const [status, votes, viewer, editor] of byVote) {
  test(`vote number ${votes} for a ${status} term: ${viewer}, an editor's: ${editor}`, () => {
    assert.is(next(stepsByVote(thresholds, false), status, votes), viewer)
    assert.is(next(stepsByVote(thresholds, true), status, votes), editor)
  })
}

/** status, votes, where a promotion leads, and where the mark `official` does. */
const byHand: [Status, number, Status | null, Status | null][] = [
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

for (const [status, votes, promoted, marked] of byHand) {
  test(`a ${status} term with ${votes} votes is promoted to ${promoted}, marked ${marked}`, () => {
    assert.is(next(stepsByPromotion(thresholds), status, votes), promoted)
    assert.is(next([stepToOfficial(thresholds)], status, votes), marked)
  })
}

test('a dispute makes community and official terms pending, and leaves the others', () => {
  const falls = statuses.map((status) => [status, next(fallsByDispute, status, 0)])
  assert.equal(falls, [
    ['suggested', null],
    ['pending', null],
    ['community', 'pending'],
    ['official', 'pending'],
  ])
})

test('the thresholds are those of the settings', () => {
  const low = { communityThreshold: 1, officialThreshold: 2 }
  assert.is(next(stepsByVote(low, true), 'pending', 1), 'community')
  assert.is(next(stepsByVote(low, true), 'community', 1), null)
  assert.is(next(stepsByVote(low, true), 'community', 2), 'official')
  assert.is(next(stepsByPromotion(low), 'community', 1), null)
  assert.is(next([stepToOfficial(low)], 'community', 2), 'official')
})

test('a refusal says what is missing', () => {
  const official = [stepToOfficial(thresholds)]
  assert.is(
    refusal(official, { status: 'community', votes: 4 }),
    'This step takes 10 votes; the term has 4.',
  )
  assert.is(refusal(official, { status: 'official', votes: 4 }), 'The term is official already.')
  assert.match(refusal(official, { status: 'pending', votes: 20 }), 'pending')
})

test.run()
