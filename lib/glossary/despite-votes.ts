import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../context.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import { readVersion } from './history.ts'
import { readTerm } from './read.ts'
import { versionProblem } from './revise.ts'
import { toContent } from './texts.ts'

/**
 * Makes a change of the texts of a term that a person sends with a form, which shows the texts and not the version. Only
 * a change of the texts since the form was opened is a conflict; a vote or a change of the status is not.
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
    return db.begin(async (tx) =>
      changeFrom({ db: tx }, await lockSameTexts({ db: tx }, id, version)),
    )
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
