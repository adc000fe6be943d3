import { isEnglishWord } from '../lookup/english-words.ts'
import type { Finding } from '../schemas/admin.ts'
import type { GetTermOutput, MeaningResult } from '../schemas/mcp.ts'
import type { Term } from '../schemas/term.ts'
import { type Question, sentenceWith } from './questions.ts'
import type { Tools } from './tools.ts'

/** How many meanings of a name a tool returns. */
const maxMeanings = 10

/**
 * Asks `explain_text` about a sentence with the name of a term and, if the name has several meanings, about one with
 * the words of this meaning: those of another one would be the wrong answer. Returns what is wrong, if anything is.
 */
export async function gradeInText(tools: Tools, term: Term): Promise<Finding | null> {
  const sentence = sentenceWith(term.name)
  if (term.in_texts === 'never') {
    if (!isEnglishWord(term.name.toLowerCase())) return null
    const fix = 'Texts never mark this common word, and agents look up no word that they know. Let texts mark it.'
    return failing(term, 'explain_text', sentence)('missing_alias', 'no term', fix)
  }
  const match = await matchIn(tools, sentence, term)
  if (match === undefined) {
    const fix = 'Only get_term finds the name: in a text, it is not recognized. Add a longer name as an alias.'
    return failing(term, 'explain_text', sentence)('missing_alias', 'no term', fix)
  }
  if (match.ids.length === 1) return null
  const text = `${term.name}: ${contextOf(term)}`
  const best = await matchIn(tools, text, term)
  if (best?.ids[0] === term.id) return null
  return failing(term, 'explain_text', text)('ambiguous', best?.got ?? 'no term', tellApart)
}

/** Finds the name of a term in a text: the IDs of its meanings, and the best one in words. */
async function matchIn(tools: Tools, text: string, { name }: Term) {
  const answer = await tools.explainText(text)
  const start = text.indexOf(name)
  const found = answer?.matches.find((match) => match.start < start + name.length && match.end > start)
  if (!answer || !found) return undefined
  const best = answer.terms.find(({ id }) => id === found.term_ids[0])
  return { ids: found.term_ids, got: best ? describeMeaning(best) : 'no term' }
}

/** Searches for a term by its names. Returns what is wrong with the results, if anything is. */
export async function gradeSearch(tools: Tools, term: Term): Promise<Finding | null> {
  for (const name of [term.name, term.full_name]) {
    if (name === null) continue
    const answer = await tools.searchTerms(name)
    if (answer?.items.some(({ id }) => id === term.id)) continue
    const [first] = answer?.items ?? []
    const fix = `More than ${maxMeanings} terms match better. Give the term a name of its own.`
    return failing(term, 'search_terms', name)('ambiguous', first ? describeMeaning(first) : 'no term', fix)
  }
  return null
}

/** Asks `get_term` a question about a term. Returns what is wrong with the answer, if anything is. */
export async function gradeName(tools: Tools, term: Term, question: Question): Promise<Finding | null> {
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
    if (fold(answer.name) === fold(term.name)) return fail('ambiguous', describeMeaning(answer), tellApart)
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

const isAmong = (answer: GetTermOutput, { id }: Term) => [answer, ...answer.also].some((meaning) => meaning.id === id)

/** Whether another meaning has the same definition, or neither full names nor categories differ. */
const isTwin = (term: Term, meanings: readonly MeaningResult[]) =>
  meanings.some(
    (other) =>
      other.id !== term.id &&
      fold(other.name) === fold(term.name) &&
      fold(other.full_name) === fold(term.full_name) &&
      (fold(other.category) === fold(term.category) || fold(other.definition) === fold(term.definition)),
  )

const fold = (text: string | null) => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Makes findings about the answers to a question. */
type Fail = (kind: Finding['kind'], got: string, fix: string) => Finding

/** As much of a text as a person needs to recognize the question. */
const maxShown = 200

const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)

/** @param input what the tool was asked */
const failing =
  ({ id, name }: Term, tool: string, input: string): Fail =>
  (kind, got, fix) => ({ kind, term_id: id, name, question: `${tool} ${JSON.stringify(shorten(input))}`, got, fix })

const tellApart =
  'Nothing tells these meanings apart. Give each a full name or a category, and say in its definition who uses it.'

/** The words of a text in which the name has the meaning of this term. */
const contextOf = ({ full_name, definition, category }: Pick<Term, 'full_name' | 'definition' | 'category'>): string =>
  [full_name, definition, category].filter(Boolean).join(' ')

/** Says which term an answer is. */
export const describeMeaning = ({ name, full_name }: Pick<MeaningResult, 'name' | 'full_name'>): string =>
  full_name ? `${name} (${full_name})` : name
