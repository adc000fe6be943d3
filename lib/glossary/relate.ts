import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid, Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import { readTerm } from './read.ts'
import {
  type Agreed,
  addRelations,
  type By,
  endRelations,
  findCircles,
  lockTerms,
  type Said,
} from './relations-at-once.ts'
import { mayEdit, protectedProblem } from './revise.ts'
import { type TermRow, toTerm } from './term.ts'

type Tx = Context['db']
type Needs = Pick<Context, 'db' | 'settings'>

/**
 * Relates a term to another one. That one shows it only if the actor may edit it, too. Where it is there already, but
 * the other term does not show it, this agrees to it. Doing so again changes nothing.
 *
 * @returns whether both terms show it
 * @throws Problem `not_found`, `protected` if the actor may edit neither the term nor, where a relation holds both ways
 *   or is agreed to, the other one, `validation_failed` for a term and itself, `too_many_relations`,
 *   `already_replaced` or `cycle`
 */
export function relate(needs: Needs, actor: Actor, said: Said): Promise<Pick<Agreed, 'is_agreed'>> {
  const { id, kind, other_id } = said
  return change(needs, actor, said, async (tx, { may, mayOther, found }) => {
    if (mayOther === null) throw otherNotFound()
    if (id === other_id) throw invalid('other_id', 'must be another term')
    if (found) {
      const mayAgree = found.id === id ? mayOther : may
      if (!may && !mayOther) throw protectedProblem(id)
      if (mayAgree && !found.is_agreed) return agree(tx, actor, { ...found, kind })
      return found
    }
    const isOfOther = !may && mayOther && kind === 'differs_from'
    if (!may && !isOfOther) throw protectedProblem(id)
    const added = { ...said, ...(isOfOther && { id: other_id, other_id: id }) }
    const is_agreed = may && mayOther
    const [outcome = ''] = await addRelations(tx, [{ ...added, is_agreed }], byPerson(actor))
    const code = refusals.find((each) => each === outcome)
    if (code) throw new Problem(code)
    await requireNoCircle(tx, added)
    await record(tx, actor, 'relation.added', added)
    return { is_agreed }
  })
}

/**
 * Ends the relation of a term to another one, if there is one.
 *
 * @throws Problem `not_found`, or `protected` if the actor may edit neither the term nor, where a relation holds both
 *   ways, the other one
 */
export function unrelate(needs: Needs, actor: Actor, said: Said): Promise<void> {
  return change(needs, actor, said, async (tx, { may, mayOther }) => {
    if (!may && !(said.kind === 'differs_from' && mayOther)) throw protectedProblem(said.id)
    for (const ended of await endRelations(tx, [said], byPerson(actor)))
      await record(tx, actor, 'relation.removed', ended)
  })
}

/**
 * Keeps what a term says of another one from being shown there, now and later. Where it was agreed to, it stands beside
 * the term that says it from now on.
 *
 * @throws Problem `not_found`, `validation_failed` for a term and itself, or `protected` if the actor may not edit the
 *   other term
 */
export function refuse(needs: Needs, actor: Actor, said: Said): Promise<void> {
  return change(needs, actor, said, async (tx, { mayOther }) => {
    if (mayOther === null) throw otherNotFound()
    if (said.id === said.other_id) throw invalid('other_id', 'must be another term')
    if (!mayOther) throw protectedProblem(said.other_id)
    const refused = await tx.one('glossary/refuse-relation', { ...said, actor_id: actor.id })
    if (refused) await record(tx, actor, 'relation.refused', said)
  })
}

type Pair = {
  /** whether the actor may edit the term, and the other one, which is null if there is no such term */
  may: boolean
  mayOther: boolean | null
  /** the relation between the two, as one of them says it */
  found: { id: string; other_id: string; is_agreed: boolean } | undefined
}

/** Locks two terms, and looks at what is between them. */
function change<Result>(
  { db, settings }: Needs,
  actor: Actor,
  { id, kind, other_id }: Said,
  work: (tx: Tx, pair: Pair) => Promise<Result>,
): Promise<Result> {
  return db.begin(async (tx) => {
    await lockTerms(tx, [id, other_id])
    const may = (term: Term) => mayEdit({ settings }, actor, term)
    const term = await readTerm({ db: tx }, id)
    const other = await tx.one<TermRow>('glossary/read-term', { id: other_id })
    const found = await tx.one<Pair['found'] & object>('glossary/find-relation', { id, kind, other_id })
    return work(tx, { may: may(term), mayOther: other ? may(toTerm(other)) : null, found })
  })
}

const byPerson = ({ id }: Actor): By => ({ actor_id: id, import_id: null })

const refusals = ['too_many_relations', 'already_replaced'] as const

const otherNotFound = () => new Problem('not_found', { detail: 'The other term does not exist.' })

async function agree(tx: Tx, actor: Actor, said: Said) {
  const agreed = await tx.one<{ is_full: boolean }>('glossary/agree-to-relation', { ...said, actor_id: actor.id })
  if (agreed?.is_full) throw new Problem('too_many_relations')
  await requireNoCircle(tx, said)
  await record(tx, actor, 'relation.agreed', said)
  return { is_agreed: true }
}

async function requireNoCircle(tx: Tx, said: Said) {
  if ((await findCircles(tx, [said])).size > 0) throw new Problem('cycle')
}

/** Writes what somebody has done into the audit log. */
const record = (tx: Tx, actor: Actor, action: `relation.${string}`, { id, kind, other_id }: Said) =>
  tx.run('glossary/record-relation', { id, kind, other_id, action, actor_id: actor.id })
