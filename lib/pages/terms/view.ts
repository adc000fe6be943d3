import type { Context } from '../../context.ts'
import { readTermDetails, type TermDetails } from '../../glossary/details.ts'
import { findByNames } from '../../glossary/find.ts'
import { listHistory } from '../../glossary/history.ts'
import { type NextTransition, nextTransition } from '../../glossary/lifecycle.ts'
import { readTerm } from '../../glossary/read.ts'
import { type Actor, isEditor } from '../../identity/actor.ts'
import type { Problem } from '../../problem.ts'
import type { HistoryEntry, Term } from '../../schemas/term.ts'

/** All that the page of a term shows to somebody. */
export type TermView = {
  term: Term
  details: TermDetails
  next: NextTransition | null
  /** the other meanings of its name, the most trusted first */
  others: Term[]
  history: { items: HistoryEntry[]; total: number }
  reader: { id: string; isEditor: boolean }
}

/** What the page of a term tells of something just done, or refused. */
export type News = {
  /** whether it is a part of an open page */
  isPart: boolean
  notice?: string
  /** why what was asked for was not done */
  problem?: Problem
  /** what was typed for it */
  typed?: URLSearchParams
}

const newest = { limit: 4, offset: 0 }

/**
 * Reads what the page of a term shows.
 *
 * @throws Problem `not_found`
 */
export async function readTermView(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  id: string,
): Promise<TermView> {
  const [term, details, history] = await Promise.all([
    readTerm(ctx, id),
    readTermDetails(ctx, actor, id),
    listHistory(ctx, id, newest),
  ])
  const meanings = await findByNames(ctx, [term.name])
  return {
    term,
    details,
    history,
    next: nextTransition(ctx.settings, { status: term.status, votes: term.vote_count }),
    others: meanings.filter((meaning) => meaning.id !== id),
    reader: { id: actor.id, isEditor: isEditor(actor) },
  }
}
