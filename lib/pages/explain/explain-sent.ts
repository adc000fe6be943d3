import type { Context } from '../../context.ts'
import { type Explanation, explainText } from '../../lookup/explain.ts'
import { attempt, type Correctable } from '../parts/form.tsx'

type Needs = Pick<Context, 'db' | 'names' | 'lookups'>

/** A text with its explanation, or why it cannot be explained. */
export type Explained =
  | { text: string; explanation: Explanation; problem?: undefined }
  | { text: string; explanation?: undefined; problem: Correctable }

/**
 * Explains a text that a form has sent.
 *
 * @param read reads the text, or throws a Problem if it is not valid
 * @param typed the text as far as a page can show it
 */
export async function explainSent(
  ctx: Needs,
  read: () => string,
  typed: string,
): Promise<Explained> {
  const { result, problem } = await attempt(async () => {
    const text = read()
    return { text, explanation: await explainText(ctx, text, { loose: true }) }
  })
  if (problem) return { text: typed, problem }
  ctx.lookups.countExplained(result.explanation.unknown)
  return result
}
