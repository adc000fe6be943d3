import { isDeepStrictEqual } from 'node:util'
import type { Alias } from '../../lib/schemas/content.ts'
import type { Content, Dispute, Person, Status, Term, World } from './world.ts'

// What the contract promises of a request, if nothing else happens meanwhile: the status of its answer, and what there
// is afterwards. A rule changes the world that it is given.

// biome-ignore lint/suspicious/noExplicitAny: bodies have any shape
export type Sent = { as: Person; params: Record<string, string>; body?: any }
export type Expected = {
  status: number | readonly number[]
  code?: string
  /** what the rule does not know: some terms by their IDs, or all of them */
  unsure?: readonly string[] | 'all'
  /** the outcomes of a list */
  outcomes?: string[]
  /** is given the body of the answer, to learn the ID of what is new */
  learn?: (body: { id: string }) => void
}
export type Rule = (world: World, sent: Sent) => Expected

export const thresholds = { community: 2, official: 4 }

export const ok: Expected = { status: 200 }
export const done: Expected = { status: 204 }
export const refused = (status: number, code: string): Expected => ({ status, code })
export const forbidden = refused(403, 'forbidden')
export const duplicate = refused(409, 'duplicate')

const fold = (text: string | null) => (text ?? '').toLowerCase()
export const isEditor = ({ role }: Person) => role !== 'viewer'
const isProtected = ({ status, before }: Term) => ['community', 'official'].includes(status) || before !== null
const mayEdit = (as: Person, term: Term) => isEditor(as) || term.owner === as.id || !isProtected(term)
export const mayDecide = (as: Person, { owner }: Term) => isEditor(as) || owner === as.id
const union = (...lists: string[][]) => [...new Set(lists.flat())].sort()
export const without = <Item>(items: Item[], item: Item) => items.filter((each) => each !== item)

export const find = ({ terms }: World, id: string) => terms.find((term) => term.id === id) as Term
export const remove = (world: World, id: string) => {
  world.terms = world.terms.filter((term) => term.id !== id)
}

const isTaken = ({ terms }: World, { name, full_name, category }: Content, id?: string) =>
  terms.some(
    (term) =>
      term.id !== id &&
      fold(term.name) === fold(name) &&
      fold(term.full_name) === fold(full_name) &&
      fold(term.category) === fold(category),
  )

const contentFields = ['name', 'full_name', 'definition', 'category', 'in_texts', 'aliases', 'links'] as const
export const toAliases = (given: readonly (Alias | string)[]): Alias[] =>
  given.map((each) => (typeof each === 'string' ? { name: each, kind: 'alias' } : each))

/** Gives a term another text. Returns whether it has changed, or null if another term has this meaning. */
export function edit(world: World, term: Term, patch: Partial<Content>): boolean | null {
  const given = Object.fromEntries(
    contentFields.filter((key) => patch[key] !== undefined).map((key) => [key, patch[key]]),
  )
  const next = { ...term, ...given } as Term
  next.aliases = toAliases(next.aliases)
  if (fold(next.name) !== fold(term.name)) {
    next.aliases = next.aliases.filter(({ name }) => fold(name) !== fold(next.name))
  }
  if (isDeepStrictEqual(next, term)) return false
  if (isTaken(world, next, term.id)) return null
  const isText = (['name', 'full_name', 'definition'] as const).some((key) => next[key] !== term[key])
  Object.assign(term, next, { version: term.version + 1, is_stale: false, is_edited: isEdited(term) })
  if (isText) Object.assign(term, { needs_correction: false, disputes: term.disputes.map(answered) })
  return true
}

/** Nothing is compared before the first dispute. */
const isEdited = (term: Term) => term.is_edited || term.before !== null || term.disputes.some(({ took }) => took)
const answered = (dispute: Dispute) => ({ ...dispute, is_answered: true })

export const setStatus = (term: Term, status: Status) => {
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

/** A rule about the term that the path names. */
export const ofTerm =
  (rule: (term: Term, sent: Sent, world: World) => Expected): Rule =>
  (world, sent) =>
    rule(find(world, sent.params.id ?? ''), sent, world)

export const create: Rule = (world, { as, body }) => {
  const term = newTerm(as.id, { ...blank, ...body, aliases: toAliases(body.aliases ?? []) })
  if (isTaken(world, term)) return duplicate
  world.terms.push(term)
  return { status: 201, learn: ({ id }) => Object.assign(term, { id }) }
}

const blank = { full_name: null, category: null, in_texts: 'auto', links: [] }
const newTerm = (owner: string, content: Content): Term => ({
  ...{ ...content, id: '', status: 'pending', version: 1, voters: [], owner, is_stale: false, disputes: [] },
  ...{ before: null, needs_correction: false, is_edited: false, proposals: [], followers: [] },
})

export const update = ofTerm((term, { as, body }, world) => {
  const { version, note: _, resolve_disputes, ...patch } = body
  if (resolve_disputes && term.disputes.length > 0 && !mayDecide(as, term)) return forbidden
  if (!mayEdit(as, term)) return refused(403, 'protected')
  if (version !== term.version) return refused(409, 'version_conflict')
  if (edit(world, term, patch) === null) return duplicate
  if (resolve_disputes) uphold(term, term.disputes)
  return ok
})

export const revert = ofTerm((term, { as, body }) => {
  if (body.to_version >= term.version) return refused(422, 'validation_failed')
  if (!mayEdit(as, term)) return refused(403, 'protected')
  if (body.version !== term.version) return refused(409, 'version_conflict')
  return { status: [200, 409], unsure: [term.id] }
})

export const removeTerm: Rule = (world, { params }) => {
  remove(world, params.id ?? '')
  return done
}

export const vote = ofTerm((term, { as }) => {
  if (term.voters.includes(as.id)) return ok
  term.voters = union(term.voters, [as.id])
  if (term.needs_correction) return ok
  const { length } = term.voters
  if (term.status === 'suggested') setStatus(term, 'pending')
  else if (term.status === 'pending' && length >= thresholds.community) setStatus(term, 'community')
  else if (term.status === 'community' && length >= thresholds.official && isEditor(as)) setStatus(term, 'official')
  return ok
})

export const unvote = ofTerm((term, { as }) => {
  term.voters = without(term.voters, as.id)
  return ok
})

export const dispute = ofTerm((term, { as }) => {
  if (term.disputes.some(({ by }) => by === as.id)) return { status: [200, 409] }
  const took = ['community', 'official'].includes(term.status) ? term.status : null
  const opened: Dispute = { id: '', by: as.id, is_answered: false, took, votes: term.voters }
  if (took)
    Object.assign(term, { before: { status: took, votes: term.voters.length }, status: 'pending', is_edited: false })
  Object.assign(term, { disputes: [...term.disputes, opened], voters: [], version: term.version + 1 })
  return ok
})

export const resolve: Rule = (world, { as, params, body }) => {
  const term = world.terms.find(({ disputes }) => disputes.some(({ id }) => id === params.id))
  const found = term?.disputes.find(({ id }) => id === params.id)
  if (!term || !found) return { status: [404, 409] }
  const { resolution, version, definition } = body
  const may =
    resolution === 'withdrawn' ? found.by === as.id : isEditor(as) || (resolution === 'upheld' && mayDecide(as, term))
  if (!may) return forbidden
  if (resolution === 'upheld' && version !== undefined) {
    if (version !== term.version) return refused(409, 'version_conflict')
    if (edit(world, term, { definition }) === null) return duplicate
  }
  const now = term.disputes.find(({ id }) => id === params.id) as Dispute
  if (resolution === 'upheld') uphold(term, [now])
  else giveBack(term, now)
  return ok
}

export const promote = ofTerm((term) => {
  if (term.needs_correction) return refused(409, 'needs_correction')
  const next: Partial<Record<Status, Status>> = { suggested: 'pending', pending: 'community' }
  const isReady = term.status === 'community' && term.voters.length >= thresholds.official
  const to = next[term.status] ?? (isReady ? 'official' : undefined)
  if (!to) return refused(409, 'transition_refused')
  setStatus(term, to)
  return ok
})

export const makeOfficial = ofTerm((term, sent, world) => {
  if (!term.needs_correction && term.status !== 'community') return refused(409, 'transition_refused')
  return promote(world, sent)
})

export const confirm = ofTerm((term, { as }) => {
  if (!mayDecide(as, term)) return { status: term.needs_correction ? [403, 409] : 403 }
  if (term.needs_correction) return refused(409, 'needs_correction')
  term.is_stale = false
  return ok
})

export const claim = ofTerm((term, { as }) => {
  if (term.owner === as.id) return ok
  if (!isEditor(as) && (term.owner !== null || isProtected(term))) return forbidden
  Object.assign(term, { owner: as.id, is_stale: false })
  return ok
})

export const merge = ofTerm((term, { body }, world) => {
  const into = find(world, body.into)
  if (term === into) return refused(422, 'validation_failed')
  if (!into) return { status: [404, 410] }
  if (term.version !== body.version || into.version !== body.into_version) return refused(409, 'version_conflict')
  remove(world, term.id)
  world.merged.push(term.id)
  return { status: [200, 409], unsure: [term.id, into.id] }
})

export const follow = ofTerm((term, { as }) => {
  term.followers = union(term.followers, [as.id])
  return done
})

export const unfollow = ofTerm((term, { as }) => {
  term.followers = without(term.followers, as.id)
  return done
})

export const renameCategory: Rule = (world, { params, body }) => {
  const terms = world.terms.filter(({ category }) => category !== null && fold(category) === fold(params.name ?? ''))
  if (terms.length === 0) return refused(404, 'not_found')
  const renamed = (term: Term) => ({ ...term, category: body.name })
  if (terms.some((term) => isTaken(world, renamed(term), term.id) && !terms.includes(twinOf(world, renamed(term))))) {
    return duplicate
  }
  for (const term of terms) {
    if (term.category !== body.name)
      Object.assign(term, { category: body.name, version: term.version + 1, is_edited: isEdited(term) })
  }
  return ok
}

const twinOf = (world: World, term: Term) =>
  world.terms.find((each) => each.id !== term.id && isTaken({ ...world, terms: [each] }, term)) as Term
