import { isDeepStrictEqual } from 'node:util'
import { Problem } from '../../lib/problem.ts'
import type { Content, Dispute, Person, Proposal, Term, World } from './world.ts'

// What the contract promises of a request, if nothing else happens meanwhile.

// biome-ignore lint/suspicious/noExplicitAny: bodies have any shape
export type Sent = { as: Person; params: Record<string, string>; body?: any }
/** What there is afterwards. What is new has no ID yet. */
export type Prediction = World & {
  /** terms of which the rule does not know what they become, nor whether the request is refused; null: all */
  unsure: string[] | null
  /** what becomes of each item of a list; `?` if the rule does not know */
  outcomes: string[]
}
/** Changes what it is given, or throws the problem that the answer is. */
export type Rule = (world: Prediction, sent: Sent) => void

export const thresholds = { community: 2, official: 4 }

export function must(fact: unknown, code: Problem['code']): asserts fact {
  if (!fact) throw new Problem(code)
}
const fold = (text: string | null) => (text ?? '').toLowerCase()
export const isEditor = ({ role }: Person) => role !== 'viewer'
const isProtected = ({ status, before }: Term) => ['community', 'official'].includes(status) || before !== null
const mayEdit = (as: Person, term: Term) => isEditor(as) || term.owner === as.id || !isProtected(term)
const mayDecide = (as: Person, { owner }: Term) => isEditor(as) || owner === as.id
const union = (...lists: string[][]) => [...new Set(lists.flat())].sort()
const without = <Item>(items: Item[], item: Item) => items.filter((each) => each !== item)
const remove = (world: World, term: Term) => {
  world.terms = without(world.terms, term)
}

const isSame = (a: Content, b: Content) =>
  (['name', 'full_name', 'category'] as const).every((key) => fold(a[key]) === fold(b[key]))
const isTaken = ({ terms }: World, content: Content, own?: Term) =>
  terms.some((term) => term !== own && isSame(term, content))

const toAliases = (given: readonly (Content['aliases'][number] | string)[]): Content['aliases'] =>
  given.map((each) => (typeof each === 'string' ? { name: each, kind: 'alias' } : each))

/** Gives a term another text. */
function edit(world: World, term: Term, patch: Partial<Content>) {
  const next = { ...term, ...patch, aliases: toAliases(patch.aliases ?? term.aliases) }
  if (fold(next.name) !== fold(term.name)) {
    next.aliases = next.aliases.filter(({ name }) => fold(name) !== fold(next.name))
  }
  if (isDeepStrictEqual(next, term)) return
  must(!isTaken(world, next, term), 'duplicate')
  const isText = (['name', 'full_name', 'definition'] as const).some((key) => next[key] !== term[key])
  Object.assign(term, next, { version: term.version + 1, is_stale: false, is_edited: isEdited(term) })
  if (!isText) return
  term.needs_correction = false
  for (const dispute of term.disputes) dispute.is_answered = true
}

/** Nothing is compared before the first dispute. */
const isEdited = (term: Term) => term.is_edited || term.before !== null || term.disputes.some(({ took }) => took)

export const setStatus = (term: Term, status: Content['status']) => {
  if (term.status !== status) Object.assign(term, { status, version: term.version + 1 })
}

function uphold(term: Term, disputes: readonly Dispute[]) {
  term.disputes = term.disputes.filter((each) => !disputes.includes(each))
  term.needs_correction ||= disputes.some(({ is_answered }) => !is_answered)
  const last = term.disputes.findLast(({ took }) => took)
  if (term.disputes.length === 0) term.before = null
  else if (disputes.some(({ took }) => took)) {
    term.before = last?.took ? { status: last.took, votes: last.votes.length } : null
  }
}

function giveBack(term: Term, dispute: Dispute) {
  term.disputes = without(term.disputes, dispute)
  term.voters = union(term.voters, dispute.votes)
  if (term.disputes.length > 0) return
  if (term.before && term.status !== 'official' && !term.is_edited) setStatus(term, term.before.status)
  term.before = null
}

/** The rule of what cannot be predicted, but that the service does not fail. */
export const anything = (world: Prediction) => {
  world.unsure = null
}

/** A rule about the term that the path names. */
export const ofTerm =
  (rule: (term: Term, sent: Sent, world: Prediction) => void): Rule =>
  (world, sent) => {
    must(!world.merged.includes(sent.params.id ?? ''), 'merged')
    const term = world.terms.find(({ id }) => id === sent.params.id)
    must(term, 'not_found')
    rule(term, sent, world)
  }

export const create: Rule = (world, { as, body }) => {
  const term: Term = {
    ...{ full_name: null, category: null, in_texts: 'auto', links: [], status: 'pending', ...body },
    ...{ aliases: toAliases(body.aliases ?? []), id: '', version: 1, voters: [], owner: as.id, is_stale: false },
    ...{ disputes: [], before: null, needs_correction: false, is_edited: false, proposals: [], followers: [] },
  }
  must(!isTaken(world, term), 'duplicate')
  world.terms.push(term)
}

export const update = ofTerm((term, { as, body }, world) => {
  const { version, resolve_disputes, ...patch } = body
  must(!resolve_disputes || term.disputes.length === 0 || mayDecide(as, term), 'forbidden')
  must(mayEdit(as, term), 'protected')
  must(version === term.version, 'version_conflict')
  edit(world, term, patch)
  if (resolve_disputes) uphold(term, term.disputes)
})

export const revert = ofTerm((term, { as, body }, world) => {
  must(body.to_version < term.version, 'validation_failed')
  must(mayEdit(as, term), 'protected')
  must(body.version === term.version, 'version_conflict')
  world.unsure = [term.id]
})

export const removeTerm = ofTerm((term, _, world) => remove(world, term))

export const vote = ofTerm((term, { as }) => {
  if (term.voters.includes(as.id)) return
  term.voters = union(term.voters, [as.id])
  if (term.needs_correction) return
  const { length } = term.voters
  if (term.status === 'suggested') setStatus(term, 'pending')
  else if (term.status === 'pending' && length >= thresholds.community) setStatus(term, 'community')
  else if (term.status === 'community' && length >= thresholds.official && isEditor(as)) setStatus(term, 'official')
})

export const unvote = ofTerm((term, { as }) => {
  term.voters = without(term.voters, as.id)
})

export const dispute = ofTerm((term, { as }) => {
  if (term.disputes.some(({ by }) => by === as.id)) return
  const took = isProtected({ ...term, before: null }) ? term.status : null
  const opened: Dispute = { id: '', by: as.id, is_answered: false, took, votes: term.voters }
  const before = { status: took, votes: term.voters.length }
  if (took) Object.assign(term, { before, status: 'pending', is_edited: false })
  Object.assign(term, { disputes: [...term.disputes, opened], voters: [], version: term.version + 1 })
})

export const resolve: Rule = (world, { as, params, body: { resolution, version, definition } }) => {
  const isIt = ({ id }: Dispute) => id === params.id
  const term = world.terms.find(({ disputes }) => disputes.some(isIt))
  const found = term?.disputes.find(isIt)
  must(term && found, 'not_found')
  const mayResolve = isEditor(as) || (resolution === 'upheld' && mayDecide(as, term))
  must(resolution === 'withdrawn' ? found.by === as.id : mayResolve, 'forbidden')
  must(version === undefined || version === term.version, 'version_conflict')
  if (definition) edit(world, term, { definition })
  if (resolution === 'upheld') uphold(term, [found])
  else giveBack(term, found)
}

export const promote = ofTerm((term) => {
  must(!term.needs_correction, 'needs_correction')
  const next = { suggested: 'pending', pending: 'community', community: 'official', official: null } as const
  const to = next[term.status]
  must(to && (to !== 'official' || term.voters.length >= thresholds.official), 'transition_refused')
  setStatus(term, to)
})

export const makeOfficial = ofTerm((term, sent, world) => {
  must(term.needs_correction || term.status === 'community', 'transition_refused')
  promote(world, sent)
})

export const confirm = ofTerm((term, { as }) => {
  must(mayDecide(as, term), 'forbidden')
  must(!term.needs_correction, 'needs_correction')
  term.is_stale = false
})

export const claim = ofTerm((term, { as }) => {
  if (term.owner === as.id) return
  must(isEditor(as) || (term.owner === null && !isProtected(term)), 'forbidden')
  Object.assign(term, { owner: as.id, is_stale: false })
})

export const merge = ofTerm((term, { body }, world) => {
  const into = world.terms.find(({ id }) => id === body.into)
  must(into && into !== term, 'validation_failed')
  must(term.version === body.version && into.version === body.into_version, 'version_conflict')
  world.unsure = [term.id, into.id]
})

export const follow = ofTerm((term, { as }) => {
  term.followers = union(term.followers, [as.id])
})

export const unfollow = ofTerm((term, { as }) => {
  term.followers = without(term.followers, as.id)
})

export const renameCategory: Rule = (world, { params, body: { name } }) => {
  const terms = world.terms.filter(({ category }) => category && fold(category) === fold(params.name ?? ''))
  must(terms.length > 0, 'not_found')
  const others = world.terms.filter((term) => !terms.includes(term))
  const isFree = (term: Term) => !others.some((other) => isSame(other, { ...term, category: name }))
  must(terms.every(isFree), 'duplicate')
  for (const term of terms.filter(({ category }) => category !== name))
    Object.assign(term, { category: name, version: term.version + 1, is_edited: isEdited(term) })
}

/** What an admin changes of a person. Nobody who has left owns a term. */
export const changePerson: Rule = (world, { params, body: { is_active = true, role = 'admin' } }) => {
  const isLast = !world.people.some((each) => each.role === 'admin' && each.is_active && each.id !== params.id)
  must(!isLast || (is_active && role === 'admin'), 'last_admin')
  for (const term of world.terms) if (!is_active && term.owner === params.id) term.owner = null
}

export const propose = ofTerm((term, { as, body: { version, ...patch } }, world) => {
  must(version <= term.version, 'version_conflict')
  if (version < term.version) {
    world.unsure = [term.id]
    return
  }
  if (patch.aliases) patch.aliases = toAliases(patch.aliases)
  const changes = Object.entries(patch)
    .map(([key, to]) => [key, { from: term[key as keyof Content] as unknown, to }] as const)
    .filter(([, { from, to }]) => !isDeepStrictEqual(from, to))
  must(changes.length > 0, 'validation_failed')
  const proposal: Proposal = { id: '', by: as.id, changes: Object.fromEntries(changes) }
  term.proposals = [...term.proposals.filter(({ by }) => by !== as.id), proposal].sort((a, b) => (a.by < b.by ? -1 : 1))
})

/** Ends an open proposal. */
const onProposal =
  (decide: (world: World, as: Person, term: Term, proposal: Proposal) => void): Rule =>
  (world, { as, params }) => {
    const isIt = ({ id }: Proposal) => id === params.id
    const term = world.terms.find(({ proposals }) => proposals.some(isIt))
    const proposal = term?.proposals.find(isIt)
    must(term && proposal, 'not_found')
    decide(world, as, term, proposal)
    term.proposals = term.proposals.filter((each) => !isIt(each))
  }

export const accept = onProposal((world, as, term, { changes }) => {
  must(mayDecide(as, term), 'forbidden')
  const isFree = ([key, { from, to }]: [string, { from: unknown; to: unknown }]) =>
    [from, to].some((value) => isDeepStrictEqual(value, term[key as keyof Content]))
  must(Object.entries(changes).every(isFree), 'conflict')
  edit(world, term, Object.fromEntries(Object.entries(changes).map(([key, { to }]) => [key, to])))
})

export const decline = onProposal((_, as, term) => must(mayDecide(as, term), 'forbidden'))
export const withdraw = onProposal((_, as, __, { by }) => must(by === as.id, 'forbidden'))

export const dismiss = ofTerm((term, { as }, world) => {
  must(isEditor(as), 'insufficient_role')
  must(term.status === 'suggested', 'transition_refused')
  remove(world, term)
})
