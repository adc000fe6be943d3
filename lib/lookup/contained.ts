import type { Context } from '../context.ts'
import type { Found, Surroundings } from './find.ts'
import { isCommon } from './plain-words.ts'
import { toReadableText } from './read-text.ts'
import { type Effort, type FoundSpan, findSpans, lookUpSpans } from './spans.ts'
import { canBegin, type Token, tokenize } from './tokens.ts'

/** A text of 200 characters has at most 100 words. */
const effort: Effort = { forms: 100, names: 2000 }

/**
 * Finds the names in a text of two words or more: those that an explanation finds, but in any case (contract, section 13).
 *
 * @param typed 1 to 200 characters
 * @param limit the maximum number of meanings
 * @returns the meanings in the order of the names in the text, or null if it has none; `asked` is the names
 */
export async function findContained(
  { db, names }: Pick<Context, 'db' | 'names'>,
  typed: string,
  { category, text = '' }: Surroundings,
  limit: number,
): Promise<Found | null> {
  if (!hasTwoWords(typed)) return null
  const known = await names.read()
  const readable = await toReadableText(typed, 'text', known)
  const spans = findSpans(readable, tokenize(readable), known, effort, true)
  const options = { category, text: `${typed} ${text}`, limit, question: typed }
  const found = await lookUpSpans({ db }, spans, effort, options)
  return found.length > 0
    ? toFound(typed, withFullNames(typed, leaveOutCommon(found)), limit)
    : null
}

const hasTwoWords = (text: string) =>
  text
    .split(/[\s,;:!?/()、。，；：！？（）「」『』【】]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length > 1 ||
  tokenize(text).some((_, index, tokens) => isAdjoined(tokens, index))

/** Whether a word follows another without a space, as in Chinese, Japanese or Thai (`SLAとは`). */
const isAdjoined = (tokens: readonly Token[], index: number) =>
  tokens[index]?.isWord && tokens[index - 1]?.isWord && canBegin(tokens, index)

/** A common word is a name only if it is written so (`what does SLA mean`, if there is a term *Mean*), or if there is no other. */
function leaveOutCommon(found: readonly FoundSpan[]) {
  const names = found.filter(({ form, rows }) => !isCommon(form) || rows[0]?.name === form)
  return names.length > 0 ? names : found
}

/** A name in a text, as it is written there, and its meanings. */
type Name = { text: string; end: number; rows: FoundSpan['rows']; total: number }

/** Joins a name and a full name beside it, which chooses among its meanings: `SLA (Service Level Agreement)`. */
function withFullNames(typed: string, found: readonly FoundSpan[]): Name[] {
  const names: Name[] = []
  for (const { start, end, rows } of found) {
    const text = typed.slice(start, end)
    const last = names.at(-1)
    const isBeside = last !== undefined && !/[\p{L}\p{N}]/u.test(typed.slice(last.end, start))
    const shared = isBeside ? chooseShared(last.rows, rows) : []
    if (last === undefined || shared.length === 0) {
      names.push({ text, end, rows, total: rows[0]?.total ?? 0 })
    } else {
      const both = { text: `${last.text} (${text})`, end, rows: shared, total: shared.length }
      names.splice(-1, 1, both)
    }
  }
  return names
}

/** The meanings that a name and a full name share, as the name has them. */
function chooseShared(some: FoundSpan['rows'], others: FoundSpan['rows']) {
  const [first, second] = some[0]?.kind === 'full_name' ? [others, some] : [some, others]
  const ids = new Set(
    second.filter(({ kind }) => kind === 'full_name').map(({ term_id }) => term_id),
  )
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
    for (const { term_id, name, kind } of added)
      named.set(term_id, { term_id, matched: { name, kind } })
    total += each.total - (each.rows.length - added.length)
    listed.push(each)
  }
  const asked = listed.map(({ text }) => text).join(', ')
  return {
    match: 'contained',
    asked: asked.length > typed.length ? typed : asked,
    named: [...named.values()].slice(0, limit),
    total,
  }
}
