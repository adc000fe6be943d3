import type { Context } from '../../context.ts'
import { type Explanation, explainText } from '../../lookup/explain.ts'
import { readNotices } from '../../lookup/wanted.ts'
import { attempt, type Correctable } from '../parts/form.tsx'

type Needs = Pick<Context, 'db' | 'names' | 'lookups' | 'settings'>

/** An explanation, and whether the reader wants to be told when its unknown words have been added. */
export type ExplanationForReader = Explanation & { notices: ReadonlyMap<string, boolean> }

/** A text with its explanation, or why it cannot be explained. */
export type Explained =
  | { text: string; explanation: ExplanationForReader; problem?: undefined }
  | { text: string; explanation?: undefined; problem: Correctable }

/**
 * Explains a text that a form has sent.
 *
 * @param read reads the text, or throws a Problem if it is not valid
 * @param typed the text as far as a page can show it
 */
export async function explainSent(
  ctx: Needs,
  readerId: string,
  read: () => string,
  typed: string,
): Promise<Explained> {
  const { result, problem } = await attempt(async () => {
    const text = read()
    return { text, explanation: await explainText(ctx, text, { loose: true }) }
  })
  if (problem) return { text: typed, problem }
  const { text, explanation } = result
  ctx.lookups.countExplained(explanation.unknown)
  const words = [...new Set(explanation.unknown.map((part) => part.text))]
  const notices = await readNotices(ctx, readerId, words)
  return { text, explanation: { ...explanation, notices } }
}
