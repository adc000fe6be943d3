import { isEnglishWord } from '../lookup/english-words.ts'
import type { Finding } from '../schemas/exam.ts'
import type { Term } from '../schemas/term.ts'
import { contextOf, describeMeaning, failing, tellApart } from './failure.ts'
import { sentenceWith } from './questions.ts'
import type { Tools } from './tools.ts'

/** How many meanings of a name a tool returns. */
const maxMeanings = 10

/**
 * Asks `explain_text` about a sentence with the name of a term and, if the name has several meanings, about one with the
 * words of this meaning: those of another one would be the wrong answer. Returns what is wrong, if anything is.
 */
export async function gradeInText(tools: Tools, term: Term): Promise<Finding | null> {
  const sentence = sentenceWith(term.name)
  if (term.in_texts === 'never') {
    if (!isEnglishWord(term.name.toLowerCase())) return null
    const fix =
      'Texts never mark this common word, and agents look up no word that they know. Let texts mark it.'
    return failing(term, 'explain_text', sentence)('missing_alias', 'no term', fix)
  }
  const match = await matchIn(tools, sentence, term)
  if (match === undefined) {
    const fix =
      'Only get_term finds the name: in a text, it is not recognized. Add a longer name as an alias.'
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
  const found = answer?.matches.find(
    (match) => match.start < start + name.length && match.end > start,
  )
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
    return failing(term, 'search_terms', name)(
      'ambiguous',
      first ? describeMeaning(first) : 'no term',
      fix,
    )
  }
  return null
}
