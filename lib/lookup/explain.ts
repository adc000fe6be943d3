import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { type TermRow, toTerm } from '../glossary/term.ts'
import type { Term } from '../schemas/term.ts'
import { storable } from '../schemas/text.ts'
import { type MatchedName, maxPerKey } from './find.ts'
import { singularsOf } from './inflections.ts'
import { chooseLongest, isSingleLetter, type NameSet } from './name-set.ts'
import { type Format, toReadableText } from './read-text.ts'
import { type Part, type Token, tokenize, toSpelling } from './tokens.ts'
import { findUnknown } from './unknown.ts'

type Needs = Pick<Context, 'db' | 'names'>

/** A name in a text. `matched` is the alias or full name that it is, if it is not the name of the best meaning. */
export type TextMatch = Part & { term_ids: string[]; matched?: MatchedName }

export type Explanation = {
  /** the names in the text, in its order; they do not overlap */
  matches: TextMatch[]
  /** the terms that the matches mean, each once */
  terms: Term[]
  /** what is written like an acronym, and no term explains */
  unknown: Part[]
}

export type ExplainOptions = {
  format?: Format | undefined
  /** meanings in this category come first */
  category?: string | null | undefined
  /** whether terms count that were found automatically and not reviewed */
  withSuggested?: boolean
}

/**
 * What bounds an answer: a text of 50,000 characters can name 10,000 terms of 4,000 characters. `listed` counts the matches
 * and the IDs that they list.
 */
const limits = { meanings: 50, terms: 1000, listed: 10_000, unknown: 1000 }

/** How many different candidates are looked up, and how many names, aliases and full names are read for them. */
type Effort = { forms: number; names: number }
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
  { format = 'text', category = null, withSuggested = true }: ExplainOptions = {},
): Promise<Explanation> {
  const known = await names.read()
  const readable = toReadableText(text, format, (address) => isCandidate(known, address))
  const tokens = tokenize(readable)
  const spans = findSpans(readable, tokens, known, explaining)
  const found = await findMeanings({ db }, spans, explaining, {
    text: storable(readable),
    category,
    with_suggested: withSuggested,
  })
  const matches = toMatches(text, spans, found)
  const ids = [...new Set(matches.flatMap(({ term_ids }) => term_ids))]
  const rows = ids.length > 0 ? await db.many<TermRow>('terms/read-many', { ids }) : []
  const terms = rows.map(toTerm)
  // In a long text, this takes as long as everything before. Others are served in between.
  await nextTurn()
  const unknown = findUnknown(readable, tokens, matches).slice(0, limits.unknown)
  return { matches, terms, unknown }
}

/** A name in a text, as its best meaning has it, and the terms that it means, the best ones first. */
export type FoundName = { start: number; end: number; name: string; term_ids: string[] }

/** Finds the names in a text, but not what their terms say: those of the first 500 different candidates. */
export async function findNames(
  { db }: Pick<Context, 'db'>,
  known: NameSet,
  text: string,
): Promise<FoundName[]> {
  const readable = toReadableText(text, 'text', (address) => isCandidate(known, address))
  const spans = findSpans(readable, tokenize(readable), known, linking)
  const params = { text: '', category: null, with_suggested: true }
  const found = await findMeanings({ db }, spans, linking, params)
  return chooseFound(spans, found).map(({ start, end, rows }) => ({
    start,
    end,
    name: rows[0]?.name ?? '',
    term_ids: rows.map(({ term_id }) => term_id),
  }))
}

/** What may be a name: a part of the text, in the form in which it is looked up. */
type Span = { start: number; end: number; form: string }

function findSpans(text: string, tokens: readonly Token[], known: NameSet, effort: Effort): Span[] {
  const spans: Span[] = []
  const forms = new Set<string>()
  for (const { start, end } of known.find(tokens)) {
    const form = toSpelling(text.slice(start, end))
    if (isSingleLetter(form)) continue
    if (forms.add(form).size > effort.forms) break
    spans.push({ start, end, form })
  }
  return spans
}

function isCandidate(known: NameSet, text: string) {
  for (const { start, end } of known.find(tokenize(text))) {
    if (start > 0) return false
    if (end === text.length) return true
  }
  return false
}

type Row = MatchedName & { question: number; term_id: string }
type Meanings = ReadonlyMap<string, readonly Row[]>

/** Looks up the meanings of all forms in one statement, the best ones first. */
async function findMeanings(
  { db }: Pick<Context, 'db'>,
  spans: readonly Span[],
  effort: Effort,
  params: { text: string; category: string | null; with_suggested: boolean },
): Promise<Meanings> {
  const asked = [...new Set(spans.map(({ form }) => form))]
  if (asked.length === 0) return new Map()
  const forms = asked.flatMap((form, question) => [
    { question, form, kind: 'asked' },
    ...toSingulars(form).map((singular) => ({ question, form: singular, kind: 'singular' })),
  ])
  const rows = await db.many<Row>('lookup/find', {
    ...params,
    forms,
    in_text: true,
    limit: limits.meanings,
    per_key: maxPerKey,
    in_all: effort.names,
  })
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const form = asked[row.question] ?? ''
    const meanings = found.get(form)
    if (meanings) meanings.push(row)
    else found.set(form, [row])
  }
  return found
}

/** In lower case, a word in capitals can be a plural (`POLICIES`), but no longer an acronym. */
const toSingulars = (form: string) =>
  [...singularsOf(form), ...singularsOf(form.toLowerCase())].filter((each) => !isSingleLetter(each))

function toMatches(text: string, spans: readonly Span[], found: Meanings): TextMatch[] {
  const ids = new Set<string>()
  const matches: TextMatch[] = []
  let listed = 0
  for (const span of chooseFound(spans, found)) {
    for (const { term_id } of span.rows) ids.add(term_id)
    listed += 1 + span.rows.length
    if (ids.size > limits.terms || listed > limits.listed) break
    matches.push(toMatch(text, span))
  }
  return matches
}

type FoundSpan = Span & { rows: readonly Row[] }

const chooseFound = (spans: readonly Span[], found: Meanings): FoundSpan[] => [
  ...chooseLongest(
    spans.flatMap((span) => {
      const rows = found.get(span.form)
      return rows ? { ...span, rows } : []
    }),
  ),
]

function toMatch(text: string, { start, end, rows }: FoundSpan): TextMatch {
  const [best] = rows
  const match = {
    start,
    end,
    text: text.slice(start, end),
    term_ids: rows.map(({ term_id }) => term_id),
  }
  if (!best || best.kind === 'name') return match
  return { ...match, matched: { name: best.name, kind: best.kind } }
}
