import type { Context } from '../context.ts'
import { readTerm } from '../glossary/read.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid, Problem } from '../problem.ts'
import { askReporters } from './ask.ts'
import { resolveDisputes } from './disputes.ts'
import { saveEdit } from './save-edit.ts'

/**
 * What a person can do about the reports of a term: give it a better text, agree for now, disagree, or ask whoever
 * reported it.
 */
export const answers = ['correct', 'uphold', 'dismiss', 'ask'] as const
export type ReportAction = (typeof answers)[number]

/** An answer to all reports about a term that nobody has settled. */
type ReportAnswer = {
  answer: ReportAction
  /** the better text, and the version that it is based on */
  definition?: string | undefined
  version?: number | undefined
  /** why the report was wrong, or the question */
  note?: string | undefined
}

/**
 * Answers the reports about a term. A better text upholds those that are open.
 *
 * @throws Problem `validation_failed` without the text that the answer needs, and what `saveEdit`, `resolveDisputes`
 * and
 *   `askReporters` throw
 */
export async function answerReports(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  termId: string,
  { answer, definition, version, note }: ReportAnswer,
): Promise<void> {
  if (answer === 'uphold') return resolveDisputes(ctx, actor, termId, 'upheld', note ?? null)
  if (answer === 'correct') {
    if (definition === undefined || version === undefined) throw missing('definition', 4000)
    const term = await readTerm(ctx, termId)
    if (definition === term.definition) throw unchanged()
    const edit = { definition, version, resolve_disputes: true }
    await saveEdit(ctx, actor, termId, edit)
    return
  }
  if (note === undefined) throw missing('note', 500)
  if (answer === 'ask') return askReporters(ctx, actor, termId, note)
  return resolveDisputes(ctx, actor, termId, 'dismissed', note)
}

const missing = (path: string, max: number) => invalid(path, `must be 1 to ${max.toLocaleString('en')} characters long`)

const unchanged = () => new Problem('validation_failed', { errors: [], detail: 'You have not changed the text yet.' })
