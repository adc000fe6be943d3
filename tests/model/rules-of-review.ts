import { isDeepStrictEqual } from 'node:util'
import {
  done,
  duplicate,
  type Expected,
  edit,
  find,
  forbidden,
  isEditor,
  mayDecide,
  ofTerm,
  ok,
  type Rule,
  refused,
  remove,
  type Sent,
  setStatus,
  toAliases,
  without,
} from './rules.ts'
import type { Content, Person, Proposal, Term, World } from './world.ts'

// What the contract promises of proposals, suggestions and lists of decisions.

export const propose = ofTerm((term, { as, body }) => {
  const { version, note: _, ...patch } = body
  if (patch.aliases) patch.aliases = toAliases(patch.aliases)
  if (version > term.version) return refused(409, 'version_conflict')
  if (version < term.version) return { status: [201, 422], unsure: [term.id] }
  const changes = Object.fromEntries(
    Object.entries(patch)
      .map(([key, to]) => [key, { from: term[key as keyof Content], to }] as const)
      .filter(([, { from, to }]) => !isDeepStrictEqual(from, to)),
  )
  if (Object.keys(changes).length === 0) return refused(422, 'validation_failed')
  const proposal: Proposal = { id: '', by: as.id, changes }
  term.proposals = [...term.proposals.filter(({ by }) => by !== as.id), proposal].sort((a, b) => (a.by < b.by ? -1 : 1))
  return { status: 201, learn: ({ id }) => Object.assign(proposal, { id }) }
})

/** Finds the term of an open proposal, and decides. */
const onProposal =
  (decide: (world: World, as: Person, term: Term, proposal: Proposal) => Expected): Rule =>
  (world, { as, params }) => {
    const term = world.terms.find(({ proposals }) => proposals.some(({ id }) => id === params.id))
    const proposal = term?.proposals.find(({ id }) => id === params.id)
    return term && proposal ? decide(world, as, term, proposal) : { status: [403, 404, 409] }
  }

export const accept = onProposal((world, as, term, proposal) => {
  if (!mayDecide(as, term)) return forbidden
  const { changes } = proposal
  const isFree = ([key, { from, to }]: [string, { from: unknown; to: unknown }]) =>
    [from, to].some((value) => isDeepStrictEqual(value, term[key as keyof Content]))
  if (!Object.entries(changes).every(isFree)) return refused(409, 'conflict')
  const patch = Object.fromEntries(Object.entries(changes).map(([key, { to }]) => [key, to]))
  const proposals = without(term.proposals, proposal)
  if (edit(world, term, patch) === null) return duplicate
  term.proposals = proposals
  return ok
})

export const decline = onProposal((_, as, term, proposal) => {
  if (!mayDecide(as, term)) return forbidden
  term.proposals = without(term.proposals, proposal)
  return ok
})

export const withdraw = onProposal((_, as, term, proposal) => {
  if (proposal.by !== as.id) return forbidden
  term.proposals = without(term.proposals, proposal)
  return done
})

export const dismiss = ofTerm((term, { as }, world) => {
  if (!isEditor(as)) return refused(403, 'insufficient_role')
  if (term.status !== 'suggested') return refused(409, 'transition_refused')
  remove(world, term.id)
  return done
})

export const acceptSuggestion = ofTerm((term, { as }) => {
  if (!isEditor(as)) return refused(403, 'insufficient_role')
  if (term.needs_correction && term.status === 'suggested') return refused(409, 'needs_correction')
  if (term.status !== 'suggested')
    return { status: 409, code: term.needs_correction ? 'needs_correction' : 'transition_refused' }
  setStatus(term, 'pending')
  return ok
})

/** What becomes of each item of a list, one after the other. */
export function inList(world: World, rules: readonly [Rule | null, Sent][]): Expected {
  const results = rules.map(([rule, sent]) => {
    const id = sent.params.id ?? ''
    if (!rule) return { status: 422 }
    const isAbout = world.terms.some(
      (term) => term.id === id || [...term.proposals, ...term.disputes].some((each) => each.id === id),
    )
    return isAbout ? rule(world, sent) : refused(404, 'not_found')
  })
  const unsure = results.flatMap(({ unsure = [] }) => (unsure === 'all' ? [] : unsure))
  return { status: 200, outcomes: results.map(outcomeOf), unsure }
}

const decided = ['not_found', 'already_decided', 'already_resolved', 'not_waiting', 'transition_refused']
function outcomeOf({ status, code = '' }: Expected): string {
  if (typeof status !== 'number') return '?'
  if (status < 300) return 'done'
  if (decided.includes(code)) return 'gone'
  return status === 409 && code !== 'needs_correction' ? 'conflict' : 'refused'
}

/** A change that is made only if the item still needs it. */
export const ifWaiting =
  (isWaiting: (term: Term) => boolean, rule: Rule): Rule =>
  (world, sent) =>
    isWaiting(find(world, sent.params.id ?? '')) ? rule(world, sent) : refused(409, 'not_waiting')
