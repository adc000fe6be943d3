import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import { readTerm } from './read.ts'
import { mayEditProtected, saveVersion } from './revise.ts'
import { readVersion } from './versions.ts'

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
    const message = `must be an earlier version than ${term.version}, the current one`
    throw new Problem('validation_failed', { errors: [{ path: 'to_version', message }] })
  }
  const { version, to_version, note } = input
  const content = await readVersion(ctx, term, to_version)
  const author = { id: actor.id, mayEditProtected: mayEditProtected(ctx.settings, actor) }
  const edit = { ...content, version, note }
  return saveVersion(ctx, author, id, { edit, ifMatch, action: 'reverted' })
}
