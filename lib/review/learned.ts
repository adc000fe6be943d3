import type { Context } from '../context.ts'
import { readTerm } from '../glossary/read.ts'
import { mayEdit, protectedProblem, reviseTerm } from '../glossary/revise.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import { maxAliases, sortByKind } from '../schemas/content.ts'
import { type AliasAction, aliasActions } from '../schemas/review.ts'
import type { Term } from '../schemas/term.ts'

type Needs = Pick<Context, 'db' | 'settings'>

/** A name that people looked up in vain before they went on to a term, and how many did so in one week. */
export type LearnedName = { id: string; name: string; people: number }

/**
 * Lists the names that a term probably has, those that most people used first; none if SERVICE_WANTED is off. Editors
 * see all of them, others those that are written like an acronym.
 */
export const listLearned = async (
  { db, settings }: Needs,
  reader: Pick<Actor, 'role'>,
  termId: string,
): Promise<LearnedName[]> =>
  settings.wanted ? db.many<LearnedName>('review/list-learned', { term_id: termId, is_editor: isEditor(reader) }) : []

/**
 * Gives a term a name that people use for it. Whoever may edit the term may do it.
 *
 * @throws Problem `not_waiting` if nobody can decide about the name any more, `protected`, or `too_many_aliases`
 */
const add = (ctx: Needs, actor: Actor, id: string, action: AliasAction) =>
  decide(ctx, actor, id, (tx, term, name) => {
    if (term.aliases.length >= maxAliases)
      throw new Problem('validation_failed', { detail: `A term has at most ${maxAliases} other names.` })
    const aliases = sortByKind([...term.aliases, { name, kind: aliasActions[action] }])
    return reviseTerm(tx, actor, term.id, { version: term.version, aliases }, null)
  })

/**
 * Remembers that a name which people use is none of a term. Whoever may edit the term may do it.
 *
 * @throws Problem `not_waiting` if nobody can decide about the name any more, or `protected`
 */
const refuse = (ctx: Needs, actor: Actor, id: string) =>
  decide(ctx, actor, id, ({ db }) => db.one('review/refuse-learned', { id, is_refused: true }))

/**
 * Takes back that a name was refused.
 *
 * @throws Problem `not_waiting` if it is not refused, or `protected`
 */
export const forgetRefusal = ({ db, settings }: Needs, actor: Actor, id: string): Promise<void> =>
  db.begin(async (tx) => {
    const params = { id, is_refused: false }
    const learned = await tx.one<{ term_id: string }>('review/refuse-learned', params)
    if (!learned) throw new Problem('not_waiting')
    await requireEditable({ db: tx, settings }, actor, learned.term_id)
  })

/** @throws Problem `protected` if a person may only propose changes of a term */
async function requireEditable({ db, settings }: Needs, actor: Actor, id: string): Promise<Term> {
  const term = await readTerm({ db }, id)
  if (mayEdit({ settings }, actor, term)) return term
  throw protectedProblem(id)
}

/** The decisions about a name that people use for a term (contract, section 20). */
export const learnedDecisions = {
  add: (ctx: Needs, actor: Actor, id: string) => add(ctx, actor, id, 'add'),
  add_misspelling: (ctx: Needs, actor: Actor, id: string) => add(ctx, actor, id, 'add_misspelling'),
  add_discouraged: (ctx: Needs, actor: Actor, id: string) => add(ctx, actor, id, 'add_discouraged'),
  refuse,
}

/** Decides about a name in a transaction in which nobody else changes its term. */
function decide(
  { db, settings }: Needs,
  actor: Actor,
  id: string,
  change: (ctx: Needs, term: Term, name: string) => Promise<unknown>,
): Promise<unknown> {
  return db.begin(async (tx) => {
    await tx.run('review/lock-learned', { id })
    const params = { id, is_editor: isEditor(actor) }
    const learned = settings.wanted && (await tx.one<{ term_id: string; name: string }>('review/find-learned', params))
    if (!learned) throw new Problem('not_waiting')
    const ctx = { db: tx, settings }
    return change(ctx, await requireEditable(ctx, actor, learned.term_id), learned.name)
  })
}
