import { isPartOver, nextTurn } from '../app/next-turn.ts'
import type { Context } from '../context.ts'
import { readRelatedTerms } from '../glossary/relations.ts'
import type { RelatedTerm } from '../schemas/term.ts'
import type { NameSet } from './in-texts/name-set.ts'
import { type TextMatch, toMatch } from './in-texts/spans-to-matches.ts'
import { type FoundSpan, namesIn, toFoundSpans, withoutOverlaps } from './in-texts/spans-to-names.ts'
import { findCodeNames } from './in-texts/text-to-code-names.ts'
import { type Effort, findInReadable } from './in-texts/text-to-names.ts'
import { type Format, toReadableText } from './in-texts/text-to-readable.ts'
import { type Part, tokenize } from './in-texts/text-to-tokens.ts'
import { findUnknown } from './in-texts/text-to-unknown.ts'
import { findAllSpans } from './in-texts/tokens-to-windows.ts'
import type { NameRow } from './name-rows.ts'
import { readNames } from './name-source.ts'
import { namesInDatabase } from './names-in-database.ts'

type Needs = Pick<Context, 'db' | 'names'>

export type Explanation = {
  /** the names in the text, in its order; they do not overlap */
  matches: TextMatch[]
  /** the terms that the matches mean, each once */
  terms: RelatedTerm[]
  /** what is written like an acronym, or if guesses are wanted like a code name, and no term explains */
  unknown: Part[]
}

type ExplainOptions = {
  format?: Format | undefined
  /** meanings in this category come first */
  category?: string | null | undefined
  /** who reads it: of meanings that fit equally, those in the categories that they follow come first */
  readerId?: string | null | undefined
  /** whether terms count that were found automatically and not reviewed */
  withSuggested?: boolean
  /** whether guesses are wanted: names of capitals in lower case, verb forms, and unknown code names */
  loose?: boolean
}

/**
 * What bounds an answer: a text of 50,000 characters can name 10,000 terms of 4,000 characters. `listed` counts the
 * matches and the IDs that they list.
 */
const limits = { meanings: 50, terms: 1000, listed: 10_000, unknown: 1000 }

const explaining: Effort = { forms: 2000, names: 10_000 }
/** A page must not wait for its links. */
const linking: Effort = { forms: 500, names: 2000 }

/**
 * Finds the names in a text, and what they mean (contract, section 14). Takes time proportional to the length of
 * the text.
 *
 * The answer has at most 50 meanings of a name and 1,000 unknown words. Once there are 1,000 terms, 10,000 matches and
 * references to terms, 2,000 different candidates or 10,000 names that they can mean, the rest of the text is not
 * explained.
 *
 * @param text at most 50,000 UTF-16 units of any kind
 */
export async function explainText(
  { db, names }: Needs,
  text: string,
  { format = 'text', withSuggested = true, loose = false, category, readerId }: ExplainOptions = {},
): Promise<Explanation> {
  const known = await names.read()
  const readable = await toReadableText(text, format, known)
  if (isPartOver()) await nextTurn() // Others are served between the parts of what a long text takes.
  const counts = withSuggested ? undefined : ({ status }: NameRow) => status !== 'suggested'
  const options = { category, limit: limits.meanings, ...(counts && { counts }) }
  const { tokens, found } = await findInReadable(
    namesInDatabase({ db, names }, readerId),
    known,
    readable,
    explaining,
    loose ? 'lower' : 'never',
    options,
  )
  const matches = toMatches(text, found.filter(isMarked))
  const ids = [...new Set(matches.flatMap(({ term_ids }) => term_ids))]
  const terms = await readRelatedTerms({ db }, ids)
  if (isPartOver()) await nextTurn()
  const acronyms = await findUnknown(readable, tokens, found)
  if (isPartOver()) await nextTurn()
  const unknown = loose ? [...acronyms, ...findUnknownCodeNames(text, readable, found)].sort(inOrder) : acronyms
  return { matches, terms, unknown: unknown.slice(0, limits.unknown) }
}

const inOrder = (one: Part, other: Part) => one.start - other.start

/** Finds what is called like a code name, and is not known; without the word before it if that is a name itself. */
function findUnknownCodeNames(text: string, readable: string, known: readonly FoundSpan[]): Part[] {
  const found = withoutOverlaps([...findCodeNames(readable)], known)
  const whole = found.map(({ kindStart, end }) => ({ start: kindStart, end }))
  const free = new Set(withoutOverlaps(whole, known).map(({ start }) => start))
  return found.map(({ kindStart, start, end }) => {
    const from = free.has(kindStart) ? kindStart : start
    return { start: from, end, text: text.slice(from, end) }
  })
}

/** A name in a text, as its best meaning has it, and the terms that it means, the best ones first. */
export type FoundName = { start: number; end: number; name: string; term_ids: string[] }

/** Finds the names in a text, but not what their terms say: those of the first 500 different candidates. */
export async function findNames(needs: Needs, known: NameSet, text: string): Promise<FoundName[]> {
  const readable = await toReadableText(text, 'text', known)
  const spans = await findAllSpans(readable, tokenize(readable), known, linking.forms, 'never')
  const rows = await readNames(namesInDatabase(needs), namesIn(spans), linking.names, false)
  const found = await toFoundSpans(spans, rows, { text: '', limit: limits.meanings })
  return found
    .filter(isMarked)
    .map(({ start, end, rows }) => ({
      start,
      end,
      name: rows[0]?.name ?? '',
      term_ids: rows.map(({ term_id }) => term_id),
    }))
}

const isMarked = ({ rows }: FoundSpan) => rows.length > 0

function toMatches(text: string, found: readonly FoundSpan[]): TextMatch[] {
  const ids = new Set<string>()
  const matches: TextMatch[] = []
  let listed = 0
  for (const span of found) {
    for (const { term_id } of span.rows) ids.add(term_id)
    listed += 1 + span.rows.length
    if (ids.size > limits.terms || listed > limits.listed) break
    matches.push(toMatch(text, span))
  }
  return matches
}
