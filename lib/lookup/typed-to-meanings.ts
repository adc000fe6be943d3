import { asAsked, type Form, isWholeName, toMatches } from './forms-to-matches.ts'
import type { NameSet } from './in-texts/name-set.ts'
import { countWords, type FoundSpan, namesIn, toFoundSpans } from './in-texts/spans-to-names.ts'
import { toReadableText } from './in-texts/text-to-readable.ts'
import { splitWords, type Token, tokenize } from './in-texts/text-to-tokens.ts'
import type { Span } from './in-texts/tokens-to-spans.ts'
import { findAllSpans } from './in-texts/tokens-to-windows.ts'
import { correctOneLetter } from './misspelled-to-names.ts'
import type { NameRows } from './name-rows.ts'
import { type NameSource, readNames } from './name-source.ts'
import { toKey } from './name-to-keys.ts'
import { toAsked } from './question-to-name.ts'
import {
  type Found,
  findWhole,
  meaningsOf,
  namesAsked,
  type Questions,
  type Surroundings,
  toFound,
  toQuestions,
} from './whole-to-meanings.ts'

/** How many names, aliases and full names are read for a text of 200 characters. */
const maxNames = 5000
/** A text of 200 characters has at most 100 words. */
const maxSpans = 100
const maxCorrected = 200
/** A text of more words is looked up as a whole only if memory has such a name: it is a sentence. */
const maxUnknown = 5

/** What may be in a text: the names in it, and those that it is but for one letter. */
type Within = { spans: Span[]; corrected: Form[] }

const nothing = (typed: string): Found => ({ match: 'none', asked: toAsked(typed), named: [], total: 0 })

/** Finds what a whole text is: names in it do not count. @param limit the maximum number of meanings */
export async function findWholeNamed(
  source: NameSource,
  typed: string,
  surroundings: Surroundings,
  limit: number,
): Promise<Found> {
  const questions = toQuestions(typed)
  const rows = await readNames(source, namesAsked(questions), maxNames, Boolean(surroundings.text))
  return findWhole(questions, rows, surroundings, limit) ?? nothing(typed)
}

/**
 * Finds what a text is, or else what it is but for a letter, or else the names in it (contract, section 13). All that
 * it may be is read at once.
 *
 * @param typed 1 to 200 characters
 * @param limit the maximum number of meanings
 * @param isFinished whether a letter may be wrong; otherwise it may be missing because it has not been typed yet
 */
export async function findNamed(
  source: NameSource,
  typed: string,
  surroundings: Surroundings,
  limit: number,
  isFinished = true,
): Promise<Found> {
  const loaded = hasTwoWords(tokenize(typed)) ? await source.names.readIfLoaded() : undefined
  // While names are being loaded, those that are the whole text are found all the same.
  const whole = loaded ? undefined : await findWholeNamed(source, typed, surroundings, limit)
  if (whole && (loaded === undefined || whole.match !== 'none')) return whole
  const known = loaded ?? (await source.names.read())
  const questions = toQuestions(typed)
  const asked = namesAsked(questions)
  const { spans, corrected } = await findWithin(typed, questions, known, isFinished)
  const isSentence = splitWords(typed).length > maxUnknown
  const wanted = [
    ...(isSentence ? asked.filter((name) => known.has(toKey(name))) : asked),
    ...corrected.map(({ form }) => form),
    ...namesIn(spans),
  ]
  const rows = await readNames(source, wanted, maxNames, Boolean(surroundings.text) || spans.length > 0)
  return (
    findWhole(questions, rows, surroundings, limit) ??
    findMisspelled(corrected, rows, surroundings, limit) ??
    (await findContained(typed, spans, rows, surroundings, limit)) ??
    nothing(typed)
  )
}

const hasTwoWords = (tokens: readonly Token[]) => tokens.filter(({ isWord }) => isWord).length > 1

async function findWithin(typed: string, questions: Questions, known: NameSet, isFinished: boolean): Promise<Within> {
  const readable = await toReadableText(typed, 'text', known)
  const tokens = tokenize(readable)
  const spans = hasTwoWords(tokens) ? await findAllSpans(readable, tokens, known, maxSpans, 'any') : []
  return { spans, corrected: isFinished ? correct(questions, known) : [] }
}

/** The texts of two words or more that are names but for a letter. */
const correct = ({ list }: Questions, known: NameSet): Form[] =>
  [...new Set(list.map(({ asked }) => splitWords(asked.toLowerCase()).join(' ')))]
    .map((text) => text.split(' '))
    .filter(({ length }) => length > 1)
    .flatMap((words) => correctOneLetter(words, known).map(asAsked))
    .slice(0, maxCorrected)

/** What a text is but for one letter in one of its words: a name with as many words. */
function findMisspelled(
  corrected: Within['corrected'],
  rows: NameRows,
  surroundings: Surroundings,
  limit: number,
): Found | null {
  const found = toMatches(
    corrected,
    rows,
    (form, row) => isWholeName(form, row) && countWords(row.name) === countWords(form.form),
  )
  const [first] = found
  if (!first) return null
  const meanings = meaningsOf(found, surroundings, limit)
  const names = [...new Set(meanings.matches.map(({ row }) => row.name))].join(', ')
  return toFound('misspelled', names.length > 200 ? first.row.name : names, meanings)
}

/**
 * The names in a text of two words or more: those that an explanation finds, and names in capitals also in another case
 * (contract, section 13). Those come first that are written so; then they are in the order of the text.
 */
async function findContained(
  typed: string,
  spans: readonly Span[],
  rows: NameRows,
  { category, text = '' }: Surroundings,
  limit: number,
): Promise<Found | null> {
  const options = { category, text: `${typed} ${text}`, limit, askedIn: typed }
  const found = await toFoundSpans(spans, rows, options)
  if (found.length === 0) return null
  const all = withFullNames(typed, found)
  const written = all.filter(({ isWritten }) => isWritten)
  const others = all.filter(({ isWritten }) => !isWritten)
  return joinNames(typed, [...written, ...others], limit)
}

/** A name in a text, as it is written there, and its meanings. */
type Name = Pick<FoundSpan, 'end' | 'rows' | 'total' | 'isWritten' | 'followed_category'> & { text: string }

/** Joins a name and a full name beside it, which chooses among its meanings: `SLA (Service Level Agreement)`. */
function withFullNames(typed: string, found: readonly FoundSpan[]): Name[] {
  const names: Name[] = []
  for (const span of found) {
    const text = typed.slice(span.start, span.end)
    const last = names.at(-1)
    const isBeside = last !== undefined && !/[\p{L}\p{N}]/u.test(typed.slice(last.end, span.start))
    const rows = isBeside ? chooseShared(last.rows, span.rows) : []
    if (last === undefined || rows.length === 0) names.push({ ...span, text })
    else {
      const both = { text: `${last.text} (${text})`, end: span.end, rows, total: rows.length }
      names.splice(-1, 1, { ...last, ...both, isWritten: span.isWritten || last.isWritten })
    }
  }
  return names
}

/** The meanings that a name and a full name share, as the name has them. */
function chooseShared(some: FoundSpan['rows'], others: FoundSpan['rows']) {
  const [first, second] = some[0]?.kind === 'full_name' ? [others, some] : [some, others]
  const ids = new Set(second.filter(({ kind }) => kind === 'full_name').map(({ term_id }) => term_id))
  return first.filter(({ term_id }) => ids.has(term_id))
}

/** The meanings of all names, each once. */
function joinNames(typed: string, names: readonly Name[], limit: number): Found {
  const named = new Map<string, Found['named'][number]>()
  const listed: Name[] = []
  let total = 0
  for (const each of names) {
    const added = each.rows.filter(({ term_id }) => !named.has(term_id))
    if (added.length === 0) continue
    for (const { term_id, name, kind } of added) named.set(term_id, { term_id, matched: { name, kind } })
    total += each.total - (each.rows.length - added.length)
    listed.push(each)
  }
  const asked = listed.map(({ text }) => text).join(', ')
  const followed = listed[0]?.followed_category
  return {
    match: 'contained',
    asked: asked.length > typed.length ? typed : asked,
    named: [...named.values()].slice(0, limit),
    total,
    is_written: names.some(({ isWritten }) => isWritten),
    ...(followed !== undefined && { followed_category: followed }),
  }
}
