import type { Context } from '../context.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid, Problem } from '../problem.ts'
import { relate, unrelate } from './relate.ts'
import type { Said } from './relations-at-once.ts'

type Needs = Pick<Context, 'db' | 'settings'>
export type Wanted = Pick<Said, 'kind' | 'other_id'>

/**
 * Lets a term say what a form says, in place of what the form showed before. What others have related meanwhile stays.
 *
 * @param shown the relations that the form showed
 * @param wanted those that it has now
 * @returns whether anything changes
 * @throws Problem `validation_failed` with the path `relations.N` of the first that is refused, and why
 */
export async function relateAll(
  needs: Needs,
  actor: Actor,
  id: string,
  { shown, wanted }: { shown: readonly Wanted[]; wanted: readonly Wanted[] },
): Promise<boolean> {
  const ended = shown.filter((each) => !has(wanted, each))
  const added = addedOf({ shown, wanted })
  for (const each of ended) await unrelate(needs, actor, { id, ...each })
  for (const each of added) {
    await relate(needs, actor, { id, ...each }).catch((error: unknown) => {
      throw atRow(error, wanted.indexOf(each))
    })
  }
  return ended.length + added.length > 0
}

/** The relations that a form has in addition to those that it showed. */
export const addedOf = ({ shown, wanted }: { shown: readonly Wanted[]; wanted: readonly Wanted[] }): Wanted[] =>
  wanted.filter((each) => !has(shown, each))

const has = (all: readonly Wanted[], { kind, other_id }: Wanted) =>
  all.some((each) => each.kind === kind && each.other_id === other_id)

/** The problem of a relation, as that of its row in the form. */
function atRow(error: unknown, index: number): unknown {
  if (!(error instanceof Problem)) return error
  const [fault] = error.members.errors ?? []
  return invalid(`relations.${index}`, `Related term ${index + 1}: ${fault ? `it ${fault.message}` : error.message}`)
}
