import type { Finding } from '../schemas/exam.ts'
import type { GetTermOutput, MeaningResult } from '../schemas/mcp.ts'
import type { Term } from '../schemas/term.ts'
import { contextOf, describeMeaning, type Fail, failing, tellApart } from './failure.ts'
import type { Question } from './questions.ts'
import type { Tools } from './tools.ts'

/** Asks `get_term` a question about a term. Returns what is wrong with the answer, if anything is. */
export async function gradeName(
  tools: Tools,
  term: Term,
  question: Question,
): Promise<Finding | null> {
  const { asked } = question
  const answer = await tools.getTerm({ name: asked })
  const fail = failing(term, 'get_term', asked)
  if (question.isTypo) return answer && !isAmong(answer, term) ? mixedUp(fail, answer) : null
  const quoted = JSON.stringify(asked)
  if (!answer) return fail('missing_alias', 'no term', `Add ${quoted} as an alias.`)
  if (question.kind === 'discouraged' && (answer.id !== term.id || !answer.advice)) {
    const fix = `Another term is called ${quoted}. Remove the discouraged name, or rename that term.`
    return fail('discouraged', describeMeaning(answer), fix)
  }
  if (answer.total === 1) {
    if (answer.id === term.id) return null
    if (fold(answer.name) === fold(term.name))
      return fail('ambiguous', describeMeaning(answer), tellApart)
    const fix = `${quoted} leads to another term. Add it as an alias, or rename that term.`
    return fail(question.isImplied ? 'missing_alias' : 'wrong_term', describeMeaning(answer), fix)
  }
  if (question.isImplied) return null
  const inContext = await tools.getTerm({ name: asked, context: contextOf(term) })
  if (inContext?.id === term.id && !isTwin(term, [answer, ...answer.also])) return null
  return fail('ambiguous', describeMeaning(inContext ?? answer), tellApart)
}

const mixedUp = (fail: Fail, answer: GetTermOutput) =>
  fail(
    'mixed_up',
    describeMeaning(answer),
    'One letter off, it is the name of another term. Say in both definitions that they differ.',
  )

const isAmong = (answer: GetTermOutput, { id }: Term) =>
  [answer, ...answer.also].some((meaning) => meaning.id === id)

/** Whether another meaning has the same definition, or neither full names nor categories differ. */
const isTwin = (term: Term, meanings: readonly MeaningResult[]) =>
  meanings.some(
    (other) =>
      other.id !== term.id &&
      fold(other.name) === fold(term.name) &&
      fold(other.full_name) === fold(term.full_name) &&
      (fold(other.category) === fold(term.category) ||
        fold(other.definition) === fold(term.definition)),
  )

const fold = (text: string | null) => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
