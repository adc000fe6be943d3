import { nextTurn } from '../app/next-turn.ts'
import type { Context, Db } from '../context.ts'
import { type RelatedRow, toRelated } from '../glossary/relations.ts'
import type { RelatedTerm } from '../schemas/term.ts'
import type { MatchedName } from './find.ts'
import { findInReadable } from './find-in-text.ts'
import type { NameSet } from './name-set.ts'
import { findSpans } from './names-in-text.ts'
import { type Format, toReadableText } from './read-text.ts'
import { type Effort, type FoundSpan, lookUpSpans } from './spans.ts'
import { type Part, tokenize } from './tokens.ts'
import { findUnknown } from './unknown.ts'

type Needs = Pick<Context, 'db' | 'names'>

/**
 * A name in a text. `matched` is the alias or full name that it is, if it is not the name of the best meaning. `is_guess`
 * says that a name of capitals is written in lower case.
 */
export type TextMatch = Part & { term_ids: string[]; matched?: MatchedName; is_guess?: true }

export type Explanation = {
  /** the names in the text, in its order; they do not overlap */
  matches: TextMatch[]
  /** the terms that the matches mean, each once */
  terms: RelatedTerm[]
  /** what is written like an acronym, and no term explains */
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
  /** whether names of capitals also match in lower case */
  loose?: boolean
}

/**
 * What bounds an answer: a text of 50,000 characters can name 10,000 terms of 4,000 characters. `listed` counts the matches
 * and the IDs that they list.
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
 * references to terms, 2,000 different candidates or 10,000 names that they can mean, the rest of the text is not explained.
 *
 * @param text at most 50,000 UTF-16 units of any kind
 */
export async function explainText(
  { db, names }: Needs,
  text: string,
  { format = 'text', withSuggested = true, loose = false, ...reading }: ExplainOptions = {},
): Promise<Explanation> {
  const known = await names.read()
  const readable = await toReadableText(text, format, known)
  await nextTurn() // Others are served between the parts of what a long text takes.
  const options = { ...reading, withSuggested, limit: limits.meanings }
  const { tokens, found } = await findInReadable(
    { db },
    known,
    readable,
    explaining,
    loose ? 'lower' : 'never',
    options,
  )
  const matches = toMatches(text, found.filter(isMarked))
  const ids = [...new Set(matches.flatMap(({ term_ids }) => term_ids))]
  const rows = ids.length > 0 ? await db.many<RelatedRow>('lookup/read-terms', { ids }) : []
  const terms = rows.map(toRelated)
  await nextTurn()
  const unknown = await findUnknown(readable, tokens, found)
  return { matches, terms, unknown: unknown.slice(0, limits.unknown) }
}

/** A name in a text, as its best meaning has it, and the terms that it means, the best ones first. */
export type FoundName = { start: number; end: number; name: string; term_ids: string[] }

/** Finds the names in a text, but not what their terms say: those of the first 500 different candidates. */
export async function findNames({ db }: Db, known: NameSet, text: string): Promise<FoundName[]> {
  const readable = await toReadableText(text, 'text', known)
  const spans = await findSpans(readable, tokenize(readable), known, linking.forms)
  const found = await lookUpSpans({ db }, spans, linking, { limit: limits.meanings })
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

function toMatch(text: string, { start, end, rows, isGuess }: FoundSpan): TextMatch {
  const [best] = rows
  const match = {
    start,
    end,
    text: text.slice(start, end),
    term_ids: rows.map(({ term_id }) => term_id),
    ...(isGuess && { is_guess: true as const }),
  }
  if (!best || best.kind === 'name') return match
  return { ...match, matched: { name: best.name, kind: best.kind } }
}
