import type { Context, Db } from '../context.ts'
import { readRelatedTerms } from '../glossary/relations.ts'
import type { RelatedTerm, Term } from '../schemas/term.ts'
import type { MatchedName } from './name-rows.ts'
import { namesInDatabase } from './names-in-database.ts'
import { toAsked } from './question-to-name.ts'
import { findNamed, findWholeNamed } from './typed-to-meanings.ts'
import { suggestForWhole, suggestNames } from './typed-to-suggestions.ts'
import type { Found, Step, Surroundings } from './whole-to-meanings.ts'

/** A meaning of a name; `matched` is what was looked up, if it was not the name alone. */
export type Meaning<Shown extends Term = Term> = Shown & { matched?: MatchedName }

export type Meanings = {
  match: Step
  /** what was looked up: the text as typed, the name in a question, the names in a text, or those that it misspells */
  asked: string
  /** the best meaning first */
  terms: Meaning<RelatedTerm>[]
  /** how many meanings there are */
  total: number
  /** why the first meaning is first, if it is so because the reader follows its category; absent otherwise */
  followed_category?: string
  /** whether a name that was found in a text stands there as written */
  is_written?: boolean
}

export type Lookup = Meanings & {
  /** up to five names or aliases that are spelled like it, if nothing or only a part of the text was found */
  did_you_mean: string[]
}

/** How many meanings a lookup returns (contract, section 13). */
const maxMeanings = 20

type Needs = Pick<Context, 'db' | 'names'>

/**
 * What surrounds a question, and who asks it: of meanings that fit equally, those in the categories that they follow
 * come first.
 */
type Asking = Surroundings & { readerId?: string | null | undefined }

/**
 * Looks up what a text means, as a person types it: a name, an alias, a full name, or a question about one
 * (contract, section 13).
 *
 * @param q 1 to 200 characters
 */
export async function lookUp({ db, names }: Needs, q: string, surroundings: Asking = {}): Promise<Lookup> {
  const found = await findMeanings({ db, names }, q, surroundings)
  if (found.match === 'none') return { ...found, did_you_mean: await suggestNames({ db, names }, found.asked) }
  if (found.match !== 'contained' || found.is_written) return { ...found, did_you_mean: [] }
  const similar = await suggestForWhole({ db, names }, toAsked(q))
  const given = new Set(found.terms.map(({ name }) => name))
  return { ...found, did_you_mean: similar.filter((name) => !given.has(name)) }
}

/** Looks up what a text means, without suggesting other names if it means nothing. */
export async function findMeanings(
  { db, names }: Needs,
  q: string,
  { readerId, ...surroundings }: Asking = {},
  limit = maxMeanings,
): Promise<Meanings> {
  return readMeanings({ db }, await findNamed(namesInDatabase({ db, names }, readerId), q, surroundings, limit))
}

/** Looks up what a whole text means: names in it do not count. */
export async function findMeaningsOfWhole({ db, names }: Needs, q: string): Promise<Meanings> {
  return readMeanings({ db }, await findWholeNamed(namesInDatabase({ db, names }), q, {}, maxMeanings))
}

async function readMeanings({ db }: Db, { named, ...found }: Found): Promise<Meanings> {
  const ids = named.map(({ term_id }) => term_id)
  return { ...found, terms: toMeanings(named, await readRelatedTerms({ db }, ids)) }
}

/**
 * Returns the meanings that a lookup has found, in its order.
 *
 * @param terms those that are missing, for example because they have been deleted since, are left out
 */
export function toMeanings<Shown extends Term>(named: Found['named'], terms: readonly Shown[]): Meaning<Shown>[] {
  const byId = new Map(terms.map((term) => [term.id, term]))
  return named.flatMap(({ term_id, ...matched }) => {
    const term = byId.get(term_id)
    return term ? { ...term, ...matched } : []
  })
}
