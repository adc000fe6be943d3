import { asAsked, type Form, isWholeName, type Match, toMatches } from './forms-to-matches.ts'
import { hasSmallS, inflect } from './in-texts/name-to-forms.ts'
import { type Meanings, toMatched, toMeanings, toWords } from './matches-to-meanings.ts'
import type { MatchedName, NameRow, NameRows } from './name-rows.ts'
import { namesInQuestion, withoutSigns, withSharp } from './question-to-name.ts'
import { toPlaces } from './words-in-common.ts'

/** The steps of a lookup, in their order; the first one that finds something counts (contract, section 13). */
const matches = ['exact', 'alias', 'full_name', 'folded', 'inflected', 'misspelled', 'contained', 'none'] as const
export type Step = (typeof matches)[number]

/** What to say above an answer if it answers something else than the whole text that was typed, before what that is. */
export const describeMatch = (match: Step): string | null =>
  match === 'misspelled' ? 'Spelled a little differently' : match === 'contained' ? 'Found in your text' : null

/** Why the first meaning is first, for a person. */
export const describeFollowed = (category: string): string => `First because you follow ${category}`

export type Found = {
  match: Step
  /** what was looked up: the text as typed, the name in a question, the names in a text, or those that it misspells */
  asked: string
  /** the best meanings first; `matched` is what was looked up, if it was not the name */
  named: { term_id: string; matched?: MatchedName }[]
  /** how many meanings there are, of which `named` has the first */
  total: number
  /** why the first meaning is first, if it is so because the reader follows its category; absent otherwise */
  followed_category?: string
  /** whether a name that was found in a text stands there as written */
  is_written?: boolean
}

/** What surrounds a question, which orders the meanings of a name. */
export type Surroundings = {
  /** meanings in this category come first */
  category?: string | undefined
  /** meanings that share words with this text come before others */
  text?: string | undefined
}

/** A question with its inflected forms. */
type Question = { asked: string; forms: readonly Form[] }

/** What a whole text may ask for, the likelier first; of the first `bare` ones, only signs around it are left out. */
export type Questions = { list: readonly Question[]; bare: number }

const toForms = (asked: string): Form[] => [
  asAsked(asked),
  ...inflect(asked).map(({ form, number }) => ({
    form,
    kind: number,
    has_small_s: number === 'singular' && hasSmallS(asked),
  })),
]

/**
 * Returns what a text may ask for that a person types: a name as it is, or the name in a question such as `what is X`.
 *
 * @param typed 1 to 200 characters
 */
export function toQuestions(typed: string): Questions {
  const plain = withSharp(typed)
  const bare = withoutSigns(plain)
  const questions = [...new Set([plain, ...bare, ...namesInQuestion(plain), typed])]
  return { list: questions.map((asked) => ({ asked, forms: toForms(asked) })), bare: bare.length }
}

/** The names that a text may ask for. */
export const namesAsked = ({ list }: Questions): string[] => list.flatMap(({ forms }) => forms.map(({ form }) => form))

/**
 * Finds what a whole text is: the name in the first question that has one.
 *
 * @param rows the names with the keys of the questions
 * @param limit the maximum number of meanings
 */
export function findWhole(
  { list, bare }: Questions,
  rows: NameRows,
  around: Surroundings,
  limit: number,
): Found | null {
  const found = list.map(({ forms }) => toMatches(forms, rows, isWholeName))
  // The signs around a name are no reason to say that it was only similar.
  const byName = found.findIndex(([first], i) => i <= bare && first !== undefined && first.step <= 2)
  const place = byName < 0 ? found.findIndex(({ length }) => length > 0) : byName
  const [question, those] = [list[place], found[place]]
  return question && those ? toFound(toStep(those), question.asked, meaningsOf(those, around, limit)) : null
}

/** Orders the meanings of what was typed. */
export function meaningsOf(found: readonly Match[], { category, text }: Surroundings, limit: number): Meanings {
  if (!text || found.length < 2) return toMeanings(found, limit, { category })
  const around = toWords(text)
  const isSpelledOut = ({ full_name }: NameRow) => full_name !== null && around.includes(toWords(full_name))
  return toMeanings(found, limit, { category, places: toPlaces(text), isSpelledOut })
}

/** Says what was found. */
export function toFound(match: Step, asked: string, { matches, ...rest }: Meanings): Found {
  const isNamed = match !== 'misspelled'
  const named = matches.map((each) => {
    const { term_id, kind } = each.row
    return isNamed && kind === 'name' ? { term_id } : { term_id, matched: toMatched(each) }
  })
  return { match, asked, named, ...rest }
}

function toStep(found: readonly Match[]): Step {
  const step = found[0]?.step ?? 0
  if (step === 1) return found.some(({ row }) => row.kind === 'name') ? 'exact' : 'alias'
  return step === 2 ? 'full_name' : step === 4 ? 'folded' : 'inflected'
}
