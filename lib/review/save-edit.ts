import type { Context, Db } from '../context.ts'
import { despiteVotes } from '../glossary/despite-votes.ts'
import { acceptSuggestion } from '../glossary/promote.ts'
import { reviseTerm } from '../glossary/revise.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
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
