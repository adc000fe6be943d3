import type { Finds } from '../context.ts'
import type { aliasKinds } from '../schemas/content.ts'
import { hasSmallS, inflect } from './inflections.ts'
import { namesInQuestion, toAsked, withoutSigns, withSharp } from './questions.ts'

/** The steps of a lookup, in their order; the first one that finds something counts (contract, section 13). */
const matches = ['exact', 'alias', 'full_name', 'folded', 'inflected', 'misspelled', 'contained', 'none'] as const
export type Step = (typeof matches)[number]

/** What to say above an answer if it answers something else than the whole text that was typed, before what that is. */
export const describeMatch = (match: Step): string | null =>
  match === 'misspelled' ? 'Spelled a little differently' : match === 'contained' ? 'Found in your text' : null

/** The name of a term that a question matches. */
export type MatchedName = { name: string; kind: 'name' | 'full_name' | (typeof aliasKinds)[number] }

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
}

/** What surrounds a question, which orders the meanings of a name. */
export type Surroundings = {
  /** meanings in this category come first */
  category?: string | undefined
  /** meanings that share words with this text come before others */
  text?: string | undefined
  /** who reads the answer: of meanings that fit equally, those in the categories that they follow come first */
  readerId?: string | null | undefined
}

/**
 * How many names, aliases and full names a lookup reads of those that are equal without punctuation. Names are at most 50
 * of them (contract, section 3).
 */
export const maxPerKey = 200

/** A term that a question names, as sql/lookup/find.sql returns it. */
export type Row = MatchedName & {
  question: number
  term_id: string
  step: 0 | 1 | 2 | 3 | 4 | 5
  has_name: boolean
  total: number
  followed_category: string | null
}

/** What a lookup of a whole text finds: whatever is called so, in any case. */
const wholeText = { asked_in: null, in_text: false, with_suggested: true, with_unexplained: true }

/**
 * Finds what a whole text is: a name as it is, or the name in a question such as `what is X`.
 *
 * @param typed 1 to 200 characters
 * @param limit the maximum number of meanings
 * @returns `total` counts up to 200 names, aliases and full names that are equal without punctuation
 */
export async function findWhole(
  { db }: Pick<Finds, 'db'>,
  typed: string,
  { category, text, readerId = null }: Surroundings,
  limit: number,
): Promise<Found> {
  const plain = withSharp(typed)
  const bare = withoutSigns(plain)
  const questions = [...new Set([plain, ...bare, ...namesInQuestion(plain), typed])]
  const forms = questions.flatMap((asked, question) => [
    { question, form: asked, kind: 'asked' },
    ...inflect(asked).map(({ form, number }) => ({
      question,
      form,
      kind: number,
      has_small_s: number === 'singular' && hasSmallS(asked),
    })),
  ])
  const params = {
    forms,
    category: category ?? null,
    reader_id: readerId,
    per_key: maxPerKey,
    in_all: forms.length * maxPerKey,
    limit,
  }
  // Comparing meanings with a text takes as long as all else together.
  const rows = text
    ? await db.many<Row>('lookup/find-in-text', { ...params, ...wholeText, text })
    : await db.many<Row>('lookup/find', params)
  // The signs around a name are no reason to say that it was only similar.
  const byName = rows.find(({ question, step }) => question <= bare.length && step <= 2)
  const first = byName ?? rows[0]
  if (!first) return { match: 'none', asked: toAsked(typed), named: [], total: 0 }
  const named = rows
    .filter(({ question }) => question === first.question)
    .map(({ term_id, name, kind }) => (kind === 'name' ? { term_id } : { term_id, matched: { name, kind } }))
  const asked = questions[first.question] ?? typed
  return { match: toStep(first), asked, named, total: first.total, ...becauseFollowed(first) }
}

/** What says that a meaning is first because the reader follows its category. */
export const becauseFollowed = (first?: Pick<Row, 'followed_category'>): Pick<Found, 'followed_category'> =>
  first?.followed_category ? { followed_category: first.followed_category } : {}

/** Why the first meaning is first, for a person. */
export const describeFollowed = (category: string): string => `First because you follow ${category}`

function toStep({ step, has_name }: Row): Step {
  if (step === 1) return has_name ? 'exact' : 'alias'
  return ({ 0: 'inflected', 2: 'full_name', 3: 'inflected', 4: 'folded', 5: 'inflected' } as const)[step]
}
