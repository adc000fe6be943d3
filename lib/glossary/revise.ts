import type { Context, Db } from '../context.ts'
import { isViolation } from '../db/errors.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { invalid, Problem } from '../problem.ts'
import type { Term, TermEdit } from '../schemas/term.ts'
import { aliasIsName, duplicateProblem } from './create.ts'
import { readVersion } from './history.ts'
import { readTerm, termNotFound } from './read.ts'
import type { MaybeTermRow } from './term.ts'

type Row = MaybeTermRow & { current_version: number; is_refused: boolean }

/**
 * Edits a term. Absent fields do not change; `null` clears what a term need not have. If nothing changes, the
 * version stays the same and no history entry is written. An alias that becomes the name is removed.
 *
 * @param edit the new fields, and the version that the edit is based on
 * @param ifMatch the versions that If-Match accepts, or null for any
 * @throws Problem `not_found`, `protected` with the URL of its `proposals`, `duplicate`, `too_many_meanings`,
 * `validation_failed` if an alias is the name, `precondition_failed`, or `version_conflict` with the `current_version`
 */
export function reviseTerm(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  id: string,
  edit: TermEdit,
  ifMatch: number[] | null,
): Promise<Term> {
  const author = { id: actor.id, mayEditProtected: mayEditProtected(settings, actor) }
  return saveVersion({ db }, author, id, { edit, ifMatch })
}

/** Returns the problem that a person may only propose changes of a term. */
export const protectedProblem = (id: string) => new Problem('protected', { proposals: `/api/v1/terms/${id}/proposals` })

/** Whether a person may edit protected terms of others (contract, section 5). */
export const mayEditProtected = ({ editing }: Pick<Context['settings'], 'editing'>, actor: Pick<Actor, 'role'>) =>
  editing === 'open' || isEditor(actor)

type Owned = Pick<Term, 'status' | 'before_dispute' | 'owner'>

/** Whether only the owner and editors may change the text of a term, as is_protected() in SQL says. */
export const isProtected = ({ status, before_dispute }: Owned): boolean =>
  before_dispute !== null || status === 'community' || status === 'official'

/** Whether a person may edit a term, rather than propose a change (contract, section 5). */
export const mayEdit = ({ settings }: Pick<Context, 'settings'>, actor: Actor, term: Owned): boolean =>
  term.owner?.id === actor.id || mayEditProtected(settings, actor) || !isProtected(term)

type Version = {
  edit: TermEdit
  /** the versions that If-Match accepts; any if null or absent */
  ifMatch?: number[] | null
  /** the action in the history and the audit log */
  action?: 'updated' | 'reverted'
  /** who accepted the edit, if someone else proposed it */
  acceptedBy?: string
}

/**
 * Saves an edit in the name of its author, as `reviseTerm` does for the caller.
 *
 * @throws what `reviseTerm` throws
 */
export async function saveVersion(
  { db }: Db,
  author: { id: string; mayEditProtected: boolean },
  id: string,
  { edit: { version, note, ...patch }, ifMatch = null, action = 'updated', acceptedBy }: Version,
): Promise<Term> {
  const params = {
    id,
    version,
    patch,
    action,
    note: note ?? null,
    if_match: ifMatch,
    actor_id: author.id,
    may_edit_protected: author.mayEditProtected,
    accepted_by: acceptedBy ?? null,
  }
  try {
    // A violated constraint must not end the transaction of the caller.
    const row = await db.begin((tx) => tx.one<Row>('glossary/revise-term', params))
    if (!row) throw termNotFound()
    if (row.term) return row.term.parse()
    if (row.is_refused) throw protectedProblem(id)
    throw versionProblem(row.current_version, ifMatch)
  } catch (error) {
    if (isViolation(error, 'term_names_key')) throw aliasIsName()
    if (isViolation(error, 'name_meanings_limit')) throw new Problem('too_many_meanings')
    if (!isViolation(error, 'terms_meaning_key')) throw error
    const term = await readTerm({ db }, id)
    throw await duplicateProblem({ db }, { ...term, ...patch })
  }
}

/** Returns the problem for an unexpected version. If-Match takes precedence over the version in the body. */
export function versionProblem(current: number, ifMatch: number[] | null): Problem {
  const isMatch = ifMatch === null || ifMatch.includes(current)
  return new Problem(isMatch ? 'version_conflict' : 'precondition_failed', { current_version: current })
}

/**
 * Makes the fields of an earlier version a new version. Whoever may edit a term may revert it.
 *
 * @param input `version` is the version that the caller saw
 * @param ifMatch the versions that If-Match accepts, or null for any
 * @throws Problem `validation_failed` if there is no earlier version `to_version`, or what `reviseTerm` throws
 */
export async function revertTerm(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  id: string,
  input: { version: number; to_version: number; note?: string | null | undefined },
  ifMatch: number[] | null = null,
): Promise<Term> {
  const term = await readTerm(ctx, id)
  if (input.to_version >= term.version) {
    throw invalid('to_version', `must be an earlier version than ${term.version}, the current one`)
  }
  const { version, to_version, note } = input
  const content = await readVersion(ctx, term, to_version)
  const author = { id: actor.id, mayEditProtected: mayEditProtected(ctx.settings, actor) }
  const edit = { ...content, version, note }
  return saveVersion(ctx, author, id, { edit, ifMatch, action: 'reverted' })
}
