import type { Context } from '../../../lib/context.ts'
import { mayEdit } from '../../../lib/glossary/revise.ts'
import { addTranslations, languageFor } from '../../../lib/glossary/translations.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { type Explanation, explainText } from '../../../lib/lookup/text-to-explanation.ts'
import { suggestForQuestion } from '../../../lib/lookup/typed-to-suggestions.ts'
import { readNotices } from '../../../lib/lookup/wanted-names.ts'
import { attempt, type Correctable } from '../../../lib/web/parts/form.tsx'

type Needs = Pick<Context, 'db' | 'names' | 'lookups' | 'settings'>

/** An explanation, and what else there is for whoever reads it. */
export type ExplanationForReader = Explanation & {
  /** whether the reader wants to be told when an unknown word has been added */
  notices: ReadonlyMap<string, boolean>
  /** names that may help if the text is a question without a name */
  related: readonly string[]
  /** the IDs of the terms that the reader may edit */
  editable: ReadonlySet<string>
}

/** A text with its explanation, or why it cannot be explained. */
type ExplainedText =
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
  reader: Actor,
  read: () => string,
  typed: string,
): Promise<ExplainedText> {
  const { result, problem } = await attempt(async () => {
    const text = read()
    return { text, explanation: await explainText(ctx, text, { loose: true, readerId: reader.id }) }
  })
  if (problem) return { text: typed, problem }
  const { text, explanation } = result
  ctx.lookups.countExplained(explanation.unknown)
  const words = [...new Set(explanation.unknown.map((part) => part.text))]
  const [notices, related] = await Promise.all([
    readNotices(ctx, reader.id, words),
    explanation.matches.length > 0 ? [] : suggestForQuestion(ctx, text),
  ])
  const terms = await addTranslations(ctx, languageFor(ctx, reader), explanation.terms)
  const editable = new Set(explanation.terms.filter((term) => mayEdit(ctx, reader, term)).map(({ id }) => id))
  return { text, explanation: { ...explanation, terms, notices, related, editable } }
}
