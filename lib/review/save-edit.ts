import { isDeepStrictEqual } from 'node:util'
import type { Context, Db } from '../context.ts'
import { readVersion } from '../glossary/history.ts'
import { acceptSuggestion } from '../glossary/promote.ts'
import { readTerm } from '../glossary/read.ts'
import { reviseTerm, versionProblem } from '../glossary/revise.ts'
import { toContent } from '../glossary/texts.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Term, TermEdit } from '../schemas/term.ts'
import { upholdDisputes } from './disputes.ts'

type Needs = Pick<Context, 'db' | 'settings'>

/**
 * Saves an edit that a person has made with a form, and upholds the open disputes if the form says so. Votes since the
 * form was opened do not matter. A suggestion that an editor has edited is accepted.
 *
 * @param edit `version` is the one that the form was opened with
 * @returns the term, and whether its texts are others now
 * @throws Problem as `reviseTerm` and `upholdDisputes` do; `version_conflict` only if the texts have changed
 */
export function saveEdit(
  ctx: Needs,
  actor: Actor,
  id: string,
  { resolve_disputes = false, ...edit }: TermEdit & { resolve_disputes?: boolean },
): Promise<{ term: Term; isChanged: boolean }> {
  return despiteVotes(ctx, id, edit.version, (context, version) => {
    const revise = ({ db }: Db) =>
      db.begin(async (tx) => {
        const term = await reviseTerm({ ...ctx, db: tx }, actor, id, { ...edit, version }, null)
        return isPublished(actor, term) ? acceptSuggestion({ db: tx }, actor, id) : term
      })
    return resolve_disputes ? upholdDisputes(context, actor, id, revise) : revise(context)
  })
}

const isPublished = (actor: Actor, { status }: Term) => status === 'suggested' && isEditor(actor)

/**
 * Makes a change of the texts of a term that a person sends with a form, which shows the texts and not the version.
 * Only a change of the texts since the form was opened is a conflict; a vote or a change of the status is not.
 *
 * @param version the one that the form was opened with
 * @param change makes the change if the term has this version
 * @returns the term, and whether its texts are others now
 * @throws Problem `version_conflict` if the texts have changed, or what `change` throws
 */
export async function despiteVotes(
  { db }: Db,
  id: string,
  version: number,
  change: (ctx: Db, version: number) => Promise<Term>,
): Promise<{ term: Term; isChanged: boolean }> {
  const changeFrom = async (ctx: Db, from: number) => {
    const term = await change(ctx, from)
    return { term, isChanged: term.version > from }
  }
  try {
    return await changeFrom({ db }, version)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'version_conflict') throw error
    return db.begin(async (tx) => changeFrom({ db: tx }, await lockSameTexts({ db: tx }, id, version)))
  }
}

/** Locks a term that says the same as in an earlier version, and returns its version now. */
async function lockSameTexts({ db }: Db, id: string, version: number): Promise<number> {
  await db.run('glossary/lock-term', { id })
  const term = await readTerm({ db }, id)
  const before = await readVersion({ db }, term, version)
  const isSame = isDeepStrictEqual(toContent(term), before)
  if (version > term.version || !isSame) throw versionProblem(term.version, null)
  return term.version
}
