import type { Finds } from '../context.ts'
import { becauseFollowed, type Found, findWhole, type Surroundings } from './find.ts'
import { findSpans } from './names-in-text.ts'
import { findOneOff } from './one-letter-off.ts'
import { namesInQuestion, withoutSigns } from './questions.ts'
import { toReadableText } from './read-text.ts'
import { type Effort, type FoundSpan, lookUpSpans } from './spans.ts'
import { splitWords, type Token, tokenize } from './tokens.ts'

type Find = (needs: Finds, q: string, surroundings: Surroundings, limit: number) => Promise<Found>

/** Finds what a text is, or else what it is but for a letter, or else the names in it. */
export const findNamed: Find = async ({ db, names }, q, surroundings, limit) => {
  const found = await findWhole({ db }, q, surroundings, limit)
  if (found.match !== 'none') return found
  return (
    (await findMisspelled({ db }, q, surroundings, limit)) ??
    (await findContained({ db, names }, q, surroundings, limit)) ??
    found
  )
}

/** Finds what a text is that may be unfinished, or else the names in it. */
export const findUncorrected: Find = async ({ db, names }, q, surroundings, limit) => {
  const found = await findWhole({ db }, q, surroundings, limit)
  if (found.match !== 'none') return found
  return (await findContained({ db, names }, q, surroundings, limit)) ?? found
}

/** No name has more words; a text of more is a sentence. */
const maxWords = 20

/**
 * Finds what a text of two words or more is but for one letter in one of its words, or the name in a question (contract,
 * section 13).
 *
 * @param typed 1 to 200 characters
 * @returns null if there is none; `asked` is the names as they are spelled
 */
async function findMisspelled(
  { db }: Pick<Finds, 'db'>,
  typed: string,
  surroundings: Surroundings,
  limit: number,
): Promise<Found | null> {
  const texts = [typed, ...withoutSigns(typed), ...namesInQuestion(typed)].map((text) => splitWords(text.toLowerCase()))
  const distinct = [...new Map(texts.map((words) => [words.join(' '), words])).values()]
  const possible = distinct.filter(({ length }) => length > 1 && length <= maxWords)
  const rows = await findOneOff({ db }, possible, surroundings, limit)
  const [first] = rows
  if (!first) return null
  const meant = rows.filter(({ question }) => question === first.question)
  const names = [...new Set(meant.map(({ name }) => name))].join(', ')
  return {
    match: 'misspelled',
    asked: names.length > 200 ? first.name : names,
    named: meant.map(({ term_id, name, kind }) => ({ term_id, matched: { name, kind } })),
    total: meant.length,
    ...becauseFollowed(first),
  }
}

/** A text of 200 characters has at most 100 words. */
const effort: Effort = { forms: 100, names: 2000 }

/**
 * Finds the names in a text of two words or more: those that an explanation finds, and names in capitals also in another case
 * (contract, section 13).
 *
 * @param typed 1 to 200 characters
 * @param limit the maximum number of meanings
 * @returns the meanings of the names, those first that are written so, in the order of the text; or null if it has none.
 *   `asked` is the names
 */
async function findContained(
  { db, names }: Finds,
  typed: string,
  { category, text = '', readerId }: Surroundings,
  limit: number,
): Promise<Found | null> {
  if (!hasTwoWords(tokenize(typed))) return null
  const known = await names.read()
  const readable = await toReadableText(typed, 'text', known)
  const tokens = tokenize(readable)
  if (!hasTwoWords(tokens)) return null
  const spans = await findSpans(readable, tokens, known, effort.forms, 'any')
  const options = { category, text: `${typed} ${text}`, readerId, limit, question: typed }
  const found = await lookUpSpans({ db }, spans, effort, options)
  if (found.length === 0) return null
  const all = withFullNames(typed, found)
  const written = all.filter(({ isWritten }) => isWritten)
  const others = all.filter(({ isWritten }) => !isWritten)
  return toFound(typed, [...written, ...others], limit)
}

const hasTwoWords = (tokens: readonly Token[]) => tokens.filter(({ isWord }) => isWord).length > 1

/** A name in a text, as it is written there, and its meanings. */
type Name = Pick<FoundSpan, 'end' | 'rows' | 'isWritten'> & { text: string; total: number }

/** Joins a name and a full name beside it, which chooses among its meanings: `SLA (Service Level Agreement)`. */
function withFullNames(typed: string, found: readonly FoundSpan[]): Name[] {
  const names: Name[] = []
  for (const { start, end, rows, isWritten } of found) {
    const text = typed.slice(start, end)
    const last = names.at(-1)
    const isBeside = last !== undefined && !/[\p{L}\p{N}]/u.test(typed.slice(last.end, start))
    const shared = isBeside ? chooseShared(last.rows, rows) : []
    if (last === undefined || shared.length === 0) {
      names.push({ text, end, rows, isWritten, total: rows[0]?.total ?? 0 })
    } else {
      const both = { text: `${last.text} (${text})`, end, rows: shared, total: shared.length }
      names.splice(-1, 1, { ...both, isWritten: isWritten || last.isWritten })
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
function toFound(typed: string, names: readonly Name[], limit: number): Found {
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
  return {
    match: 'contained',
    asked: asked.length > typed.length ? typed : asked,
    named: [...named.values()].slice(0, limit),
    total,
    ...becauseFollowed(listed[0]?.rows[0]),
  }
}
