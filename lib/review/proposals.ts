import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../context.ts'
import { readVersion } from '../glossary/history.ts'
import { readTerm } from '../glossary/read.ts'
import { saveVersion, versionProblem } from '../glossary/revise.ts'
import { type Content, changesBetween } from '../glossary/texts.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { invalid, Problem } from '../problem.ts'
import { contentFields } from '../schemas/content.ts'
import type { ListRange } from '../schemas/list.ts'
import type { Acceptance, Conflicts, Proposal } from '../schemas/proposal.ts'
import type { Term, TermEdit } from '../schemas/term.ts'

/**
 * Proposes a change to a term. An earlier open proposal of the same person for it is withdrawn.
 *
 * @param edit the wanted fields, and the version that the proposer saw
 * @throws Problem `not_found`, `version_conflict` if there is no such version, or `validation_failed` if the proposal
 *   changes nothing
 */
export function propose(
  { db }: Db,
  actor: Actor,
  termId: string,
  { version, note = null, ...wanted }: TermEdit,
): Promise<Proposal> {
  return db.begin(async (tx) => {
    await tx.run('glossary/lock-term', { id: termId })
    const term = await readTerm({ db: tx }, termId)
    if (version > term.version) throw versionProblem(term.version, null)
    const changes = changesBetween(contentFields, await readVersion({ db: tx }, term, version), wanted)
    if (Object.keys(changes).length === 0) throw invalid('', 'must change something')
    const params = { term_id: termId, actor_id: actor.id }
    const earlier = await tx.one<{ id: string }>('review/find-open-proposals', params)
    if (earlier) await close({ db: tx }, actor, [earlier.id], 'withdrawn', null)
    const row = await tx.one<{ id: string }>('review/create-proposal', {
      ...params,
      base_version: version,
      changes,
      note,
    })
    return readProposal({ db: tx }, row?.id ?? '')
  })
}

/** @throws Problem `not_found` */
export async function readProposal({ db }: Db, id: string): Promise<Proposal> {
  const proposal = await db.one<Proposal>('review/read-proposal', { id })
  if (!proposal) throw proposalNotFound()
  return proposal
}

const proposalNotFound = () => new Problem('not_found', { detail: 'This proposal does not exist.' })

/** Finds the open proposal of a person for a term. Returns null if there is none. */
export async function findOpenProposal({ db }: Db, actor: Actor, termId: string): Promise<Proposal | null> {
  const params = { term_id: termId, actor_id: actor.id }
  const row = await db.one<{ id: string }>('review/find-open-proposals', params)
  return row ? readProposal({ db }, row.id) : null
}

/** Lists proposals, newest first. */
export const listProposals = (
  { db }: Db,
  { status, term_id }: { status?: Proposal['status'] | undefined; term_id?: string | undefined },
  range: ListRange,
) => db.slice<Proposal>('review/list-proposals', { status: status ?? null, term_id: term_id ?? null, ...range })

/**
 * Accepts a proposal: applies it to the current version of its term, in the proposer's name. Only the owner and
 * editors may. What the decision adds to it becomes a second version, in the decider's name.
 *
 * @param chooseFields returns the final values of the fields that have since changed to something else
 * @throws Problem `not_found`, `forbidden`, `already_decided`, `conflict` with the fields that are not decided,
 *   `duplicate`, `validation_failed`, also for a field that needs no decision, or what `chooseFields` throws
 */
export function acceptProposal(
  { db }: Db,
  actor: Actor,
  id: string,
  chooseFields: (term: Term) => Acceptance['fields'] = () => ({}),
): Promise<Term> {
  return db.begin(async (tx) => {
    const { proposal, term } = await lockForDecision({ db: tx }, actor, id)
    const { accepted, added } = applyDecisions(proposal, term, chooseFields(term) ?? {})
    await decide({ db: tx }, actor, id, 'accepted', null)
    const author = { id: proposal.proposed_by.id, mayEditProtected: true }
    const saved = await saveVersion({ db: tx }, author, term.id, {
      edit: { ...accepted, version: term.version, note: proposal.note },
      acceptedBy: actor.id,
    })
    if (Object.keys(added).length === 0) return saved
    const decider = { id: actor.id, mayEditProtected: true }
    const edit = { ...added, version: saved.version }
    return saveVersion({ db: tx }, decider, term.id, { edit })
  })
}

type Values = Partial<Content>

/**
 * Separates what the proposer wrote from what the decision adds.
 *
 * @returns `accepted`, the proposed values except those that the decision drops for the current ones; `added`, values
 * that
 *   are neither
 * @throws Problem `validation_failed` for a field without a conflict, `conflict` for conflicts without a decision
 */
function applyDecisions(proposal: Proposal, term: Term, decisions: Values): { accepted: Values; added: Values } {
  const conflicts = conflictsOf(proposal, term)
  const needless = Object.keys(decisions).filter((field) => !(field in conflicts))
  if (needless.length > 0) {
    const message = 'must be left out: it has not changed to something else since the proposal'
    const errors = needless.map((field) => ({ path: `fields.${field}`, message }))
    throw new Problem('validation_failed', { errors })
  }
  const undecided = Object.entries(conflicts).filter(([field]) => !(field in decisions))
  if (undecided.length > 0) {
    throw new Problem('conflict', { conflicts: Object.fromEntries(undecided) })
  }
  const proposed = Object.entries(proposal.changes).map(([field, { to }]) => [field, to] as const)
  const isDecided = (field: string, value: unknown) =>
    field in decisions && isDeepStrictEqual(decisions[field as keyof Content], value)
  const accepted = proposed.filter(([field]) => !isDecided(field, term[field as keyof Content]))
  const added = accepted.filter(([field, to]) => field in decisions && !isDecided(field, to))
  return {
    accepted: Object.fromEntries(accepted),
    added: Object.fromEntries(added.map(([field]) => [field, decisions[field as keyof Content]])),
  }
}

/** Returns the fields that have changed since a proposal, to something else than proposed. */
export function conflictsOf({ changes }: Proposal, term: Term): Conflicts {
  const entries = Object.entries(changes).flatMap(([field, { from, to }]) => {
    const current = term[field as keyof Content]
    const isFree = isDeepStrictEqual(current, from) || isDeepStrictEqual(current, to)
    return isFree ? [] : [[field, { base: from, current, proposed: to }]]
  })
  return Object.fromEntries(entries)
}

/**
 * Declines a proposal. Only the owner and editors may.
 *
 * @throws Problem `not_found`, `forbidden` or `already_decided`
 */
export function declineProposal({ db }: Db, actor: Actor, id: string, note: string | null): Promise<Proposal> {
  return db.begin(async (tx) => {
    await lockForDecision({ db: tx }, actor, id)
    await decide({ db: tx }, actor, id, 'declined', note)
    return readProposal({ db: tx }, id)
  })
}

/**
 * Withdraws a proposal of the caller's own.
 *
 * @returns the ID of its term
 * @throws Problem `not_found`, `forbidden` or `already_decided`
 */
export function withdrawProposal({ db }: Db, actor: Actor, id: string): Promise<string> {
  return db.begin(async (tx) => {
    const { proposed_by, term_id } = await readProposal({ db: tx }, id)
    if (proposed_by.id !== actor.id) {
      throw new Problem('forbidden', { detail: 'Only the proposer can withdraw a proposal.' })
    }
    await decide({ db: tx }, actor, id, 'withdrawn', null)
    return term_id
  })
}

/** Declines all open proposals for a term that is about to be removed. The term must be locked. */
export async function declineAll({ db }: Db, actor: Actor, termId: string, note: string) {
  const params = { term_id: termId, actor_id: null }
  const open = await db.many<{ id: string }>('review/find-open-proposals', params)
  const ids = open.map(({ id }) => id)
  if (ids.length > 0) await close({ db }, actor, ids, 'declined', note)
}

/** Reads a proposal and its term, which is locked, for a person who may decide. */
async function lockForDecision({ db }: Db, actor: Actor, id: string) {
  await db.run('review/lock-proposed-term', { id })
  return readToDecide({ db }, actor, id)
}

/**
 * Reads an open proposal and its term for a person who may decide.
 *
 * @throws Problem `not_found`, `forbidden` or `already_decided`
 */
export async function readToDecide({ db }: Db, actor: Actor, id: string) {
  const proposal = await readProposal({ db }, id)
  const term = await readTerm({ db }, proposal.term_id)
  if (!mayDecide(actor, term)) {
    const detail = 'Only the owner of the term, editors and admins can decide about a proposal.'
    throw new Problem('forbidden', { detail })
  }
  if (proposal.status !== 'open') throw new Problem('already_decided')
  return { proposal, term }
}

/** Whether a person may accept and decline proposals for a term. */
export const mayDecide = (actor: Pick<Actor, 'id' | 'role'>, { owner }: Pick<Term, 'owner'>) =>
  isEditor(actor) || owner?.id === actor.id

type Decided = Exclude<Proposal['status'], 'open'>

/** Closes those of some proposals that are open: the proposer may withdraw one at this moment. Returns which. */
const close = ({ db }: Db, actor: Actor, ids: readonly string[], status: Decided, note: string | null) =>
  db.many<{ id: string }>('review/decide-proposals', { ids, status, note, actor_id: actor.id })

async function decide(ctx: Db, actor: Actor, id: string, status: Decided, note: string | null) {
  const [decided] = await close(ctx, actor, [id], status, note)
  if (!decided) throw new Problem('already_decided')
}
