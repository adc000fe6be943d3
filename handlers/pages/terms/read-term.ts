import type { Context } from '../../../lib/context.ts'
import type { Slice } from '../../../lib/db/slice.ts'
import { readTermDetails, type TermDetails } from '../../../lib/glossary/details.ts'
import { listHistory } from '../../../lib/glossary/history.ts'
import { type NextTransition, nextTransition } from '../../../lib/glossary/lifecycle.ts'
import { mayClaim } from '../../../lib/glossary/ownership.ts'
import { findByNames, readTerm } from '../../../lib/glossary/read.ts'
import { listRelations } from '../../../lib/glossary/relations.ts'
import { mayEdit } from '../../../lib/glossary/revise.ts'
import { addTranslations, languageFor } from '../../../lib/glossary/translations.ts'
import { type Actor, isEditor } from '../../../lib/identity/actor.ts'
import { parseLocalPath } from '../../../lib/identity/login-target.ts'
import { type AnswerDetails, readDetails } from '../../../lib/lookup/terms-to-details.ts'
import { listQuestions, type Question } from '../../../lib/review/ask.ts'
import { listDisputes } from '../../../lib/review/disputes.ts'
import { type LearnedName, listLearned } from '../../../lib/review/learned.ts'
import { listProposals } from '../../../lib/review/proposals.ts'
import { readImpact } from '../../../lib/review/remove-term.ts'
import type { Dispute } from '../../../lib/schemas/dispute.ts'
import type { Proposal } from '../../../lib/schemas/proposal.ts'
import type { HistoryEntry, Impact, Relation, Term } from '../../../lib/schemas/term.ts'
import { originOf, type Reader } from '../../../lib/web/page.tsx'
import type { RefusedForm } from '../../../lib/web/parts/form.tsx'

export type TermView = {
  term: Term
  /** what its answer says beside it */
  answer: AnswerDetails
  details: TermDetails
  /** whether the reader may become the owner */
  mayClaim: boolean
  next: NextTransition | null
  /** the other meanings of its name, the most trusted first */
  otherMeanings: Term[]
  history: { items: HistoryEntry[]; total: number }
  /** problems reported with it that nobody has resolved, or that are still there, newest first */
  disputes: Slice<Dispute>
  /** what the reader was asked about their reports and has not answered, the oldest first */
  questions: Question[]
  /** changes proposed that nobody has decided about, newest first */
  proposals: Slice<Proposal>
  /** names that people use for it, for the owner and editors */
  learned: readonly LearnedName[]
  /** what others say of it that nobody has agreed to or refused, for whoever may edit it */
  waiting: Slice<Relation>
  /** what its deletion would mean, for those who may delete it */
  impact: Impact | null
  reader: Reader & { isEditor: boolean }
  /** the origin of the glossary, as others reach it */
  origin: string
}

/** How a term's page responds to the reader's last action. */
export type Feedback = {
  /** whether only the part that htmx replaces is rendered */
  isPart: boolean
  notice?: string
  refused?: RefusedForm | undefined
  /** what can be taken back, if the reader has just done it: the value of `?done=`, and the relation that ended */
  undo?: { done: string; kind?: string; other_id?: string }
  /** the page to go back to once the term is deleted */
  returnTo?: string
}

/** Reads from the URL of a page what the reader has just done, and may want to take back. */
export function readUndo(request: Request): Pick<Feedback, 'undo'> {
  const { searchParams } = new URL(request.url)
  const done = searchParams.get('done')
  const [kind, other_id] = searchParams.get('undo')?.split('.') ?? []
  return done === null ? {} : { undo: { done, ...(kind && other_id && { kind, other_id }) } }
}

const newestEntries = { limit: 4, offset: 0 }
const firstOpen = { limit: 10, offset: 0 }
const firstWaiting = { is_agreed: false, limit: 20, offset: 0 }

/**
 * Reads the data of a term's page.
 *
 * @throws Problem `not_found`
 */
export async function readTermView(
  ctx: Pick<Context, 'db' | 'names' | 'log' | 'settings'>,
  actor: Actor,
  id: string,
  request: Request,
): Promise<TermView> {
  const language = languageFor(ctx, actor)
  const [original, details, history, disputes, proposals, impact] = await Promise.all([
    readTerm(ctx, id),
    readTermDetails(ctx, id),
    listHistory(ctx, id, newestEntries),
    listDisputes(ctx, id, firstOpen, { onlyUnsettled: true }),
    listProposals(ctx, { term_id: id, status: 'open' }, firstOpen),
    isEditor(actor) ? readImpact(ctx, id) : null,
  ])
  const hasReported = disputes.items.some(({ opened_by }) => opened_by.id === actor.id)
  const seesNames = isEditor(actor) || original.owner?.id === actor.id
  const [term = original] = await addTranslations(ctx, language, [original])
  const [meanings, detailsOf, learned, waiting, questions] = await Promise.all([
    findByNames(ctx, [term.name]),
    readDetails(ctx, actor, [term]),
    seesNames ? listLearned(ctx, actor, id) : [],
    mayEdit(ctx, actor, term) ? listRelations(ctx, actor, id, firstWaiting) : { items: [], total: 0 },
    hasReported ? listQuestions(ctx, actor, id) : [],
  ])
  return {
    term,
    answer: detailsOf(term),
    details,
    mayClaim: mayClaim(actor, term),
    history,
    disputes,
    questions,
    proposals,
    learned,
    waiting,
    impact,
    next: nextTransition(ctx.settings, {
      status: term.status,
      votes: term.vote_count,
      needsCorrection: term.needs_correction !== null,
    }),
    otherMeanings: await addTranslations(
      ctx,
      language,
      meanings.filter((meaning) => meaning.id !== id),
    ),
    reader: { id: actor.id, role: actor.role, isEditor: isEditor(actor) },
    origin: originOf(ctx, request),
  }
}

/**
 * Returns the path to go to after a term has been deleted.
 *
 * @param sent what the form sent
 * @returns a path on this site that still exists without the term; `/` if none was sent
 */
export function returnPath(sent: string | undefined): string {
  const url = parseLocalPath(sent)
  if (!url || /^\/(?:terms|t)\//.test(url.pathname)) return '/'
  const { pathname, searchParams } = url
  searchParams.delete('done')
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** Returns the path of the page that led to a request, if that page is on this site. */
export function referringPath(request: Request): string {
  const referrer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referrer)) return '/'
  const { host, pathname, search } = new URL(referrer)
  return host === new URL(request.url).host ? returnPath(pathname + search) : '/'
}
