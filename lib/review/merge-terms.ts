import type { Db } from '../context.ts'
import { joinAliases } from '../glossary/alias-lists.ts'
import { joinLinks } from '../glossary/links.ts'
import { readTerm } from '../glossary/read.ts'
import { keepRelated, restoreRelations } from '../glossary/relations-at-once.ts'
import { versionProblem } from '../glossary/revise.ts'
import { type TermRow, toTerm } from '../glossary/term.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid, Problem } from '../problem.ts'
import { maxAliases } from '../schemas/content.ts'
import type { Merge, Term } from '../schemas/term.ts'
import { upholdAll } from './disputes.ts'
import { declineAll } from './proposals.ts'

/**
 * Merges a term into another one, which keeps its texts, status and owner, and gets the votes and names of the merged
 * term (contract, section 15). Open disputes of the merged term are upheld, and open proposals for it are declined, so
 * that whoever made them is told.
 *
 * @param input the versions of both terms that the caller saw
 * @param ifMatch the versions of the merged term that If-Match accepts, or null for any
 * @returns the term that remains
 * @throws Problem `validation_failed` if both are the same term, `not_found`, `merged` if `into` has been merged
 * itself,
 * `precondition_failed`, `version_conflict` with the current version of each term that has changed, or
 * `too_many_aliases`
 */
export async function mergeTerms(
  { db }: Db,
  actor: Actor,
  id: string,
  { into, version, into_version }: Merge,
  ifMatch: number[] | null = null,
): Promise<Term> {
  if (into === id) throw invalid('into', 'must be another term')
  return db.begin(async (tx) => {
    const ctx = { db: tx }
    await tx.run('review/lock-for-removal', { ids: [id, into] })
    await keepRelated(tx, id)
    const term = await readTerm(ctx, id)
    const target = await readTarget(ctx, into)
    if (ifMatch?.includes(term.version) === false) throw versionProblem(term.version, ifMatch)
    if (term.version !== version || target.version !== into_version) {
      throw new Problem('version_conflict', {
        ...(term.version !== version && { current_version: term.version }),
        ...(target.version !== into_version && { into_current_version: target.version }),
      })
    }
    const aliases = joinAliases(target, term)
    if (aliases.length > maxAliases) throw new Problem('too_many_aliases')
    const links = joinLinks(target.links, term.links)
    const note = `This term was merged into “${target.name}”.`
    await upholdAll(ctx, actor, id, note)
    await declineAll(ctx, actor, id, note)
    await tx.run('review/move-learned-names', { id, into })
    await tx.run('review/move-refusals', { id, into })
    await tx.run('review/merge-terms', { id, into, aliases, links, actor_id: actor.id })
    await restoreRelations(tx, [id], { actor_id: actor.id, import_id: null }, into)
    return readTerm(ctx, into)
  })
}

async function readTarget({ db }: Db, id: string): Promise<Term> {
  const row = await db.one<TermRow>('glossary/read-term', { id })
  if (row) return toTerm(row)
  const merged = await db.one<{ into_id: string }>('review/merged-into', { id })
  if (merged) throw new Problem('merged', { merged_into: merged.into_id })
  throw new Problem('not_found', { detail: 'The term to merge into does not exist.' })
}

/** Finds other terms that have a name, alias or full name of a term, and may mean the same. At most 20, by name. */
export async function findDuplicates({ db }: Db, id: string): Promise<Term[]> {
  return (await db.many<TermRow>('review/find-duplicates', { id })).map(toTerm)
}
