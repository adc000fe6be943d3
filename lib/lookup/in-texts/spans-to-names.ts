import { isPartOver, nextTurn } from '../../app/next-turn.ts'
import { fold } from '../../schemas/text.ts'
import { type Match, toMatches } from '../forms-to-matches.ts'
import { type Around, toMeanings } from '../matches-to-meanings.ts'
import type { NameRow, NameRows } from '../name-rows.ts'
import { toKey, toPlain } from '../name-to-keys.ts'
import { toPlaces } from '../words-in-common.ts'
import { chooseLongest } from './name-set.ts'
import { toSpelling } from './text-to-tokens.ts'
import { hasCapitals, minJoined, type Reading, type Span } from './tokens-to-spans.ts'

/** The step of names that are marked only as they are written, where they are not. */
const elsewhere = 6

/** What a form means. */
type Meaning = {
  /** the best meaning first */
  rows: readonly NameRow[]
  total: number
  followed_category?: string
  /** whether it is a name of capitals in another case, or a verb form of a name */
  isGuess: boolean
  /** whether one of the names stands there as it is, perhaps in the plural */
  isWritten: boolean
}

/** A span with its meanings; none if texts never mark them, or only in another case. */
export type FoundSpan = Span & Meaning

export type SpanOptions = Pick<Around, 'category' | 'askedIn'> & {
  /** what surrounds the spans; its words choose between meanings */
  text: string
  /** the maximum number of meanings of each span */
  limit: number
  /** whether a name counts; by default, each does */
  counts?: (row: NameRow) => boolean
}

type Readings = Span['readings']

/** The lists of readings, each once: all spans of the same form have the same one. */
const readingsOf = (spans: readonly Span[]) => new Set(spans.map(({ readings }) => readings))

/** Returns the names that spans can be. */
export const namesIn = (spans: readonly Span[]): string[] => [...readingsOf(spans)].flat().map(({ form }) => form)

/**
 * Returns the names that spans are: from left to right the longest, without overlaps. Without `askedIn`, the text is
 * marked: then terms say how they want to be. Others are served in between.
 *
 * @param rows the names with the keys of the spans
 */
export async function toFoundSpans(spans: readonly Span[], rows: NameRows, options: SpanOptions): Promise<FoundSpan[]> {
  const isMarking = options.askedIn === undefined
  const matched = new Map<Readings, Match[]>()
  for (const readings of readingsOf(spans)) {
    const matches = matchesOf(readings, rows, options)
    if (matches.length > 0) matched.set(readings, matches)
    if (isPartOver()) await nextTurn()
  }
  const around = toAround([...matched.values()], options)
  const meant = new Map<Readings, Meaning>()
  for (const [readings, matches] of matched) {
    const meaning = toMeaning(readings, matches, options.limit, around)
    if (meaning) meant.set(readings, meaning)
    if (isPartOver()) await nextTurn()
  }
  const named = spans.filter(({ readings }) => meant.has(readings)).map((span) => withKind(span, meant))
  const isElsewhere = ({ readings }: Span) => isMarking && matched.get(readings)?.[0]?.step === elsewhere
  if (isPartOver()) await nextTurn()
  const found: FoundSpan[] = []
  for (const span of choose(named, isElsewhere)) {
    if (isPartOver()) await nextTurn()
    const meaning = meant.get(span.readings)
    const isMarked = matched.get(span.readings)?.some(({ row }) => !isMarking || row.in_texts !== 'never')
    if (meaning) found.push({ ...span, ...meaning, ...((!isMarked || isElsewhere(span)) && { rows: [] }) })
  }
  return found
}

/**
 * The names that a form can be. What texts never mark hides no other meaning; it only counts where there is none, so
 * that nothing is marked within it.
 */
function matchesOf(readings: Readings, rows: NameRows, { askedIn, counts = () => true }: SpanOptions): Match[] {
  const isPossible = (form: Reading, row: NameRow) => counts(row) && isNameInText(form, row)
  if (askedIn !== undefined) return toMatches(readings, rows, isPossible)
  const isExplained = (form: Reading, row: NameRow) => row.is_explained && isPossible(form, row)
  const isMarked = (form: Reading, row: NameRow) => row.in_texts !== 'never' && isExplained(form, row)
  const marked = toMatches(readings, rows, isMarked, isElsewhere)
  if (marked.length > 0 && marked[0]?.step !== elsewhere) return marked
  const unmarked = toMatches(readings, rows, (form, row) => row.in_texts === 'never' && isExplained(form, row))
  return unmarked.length > 0 ? unmarked : marked
}

/**
 * Whether a form is a name as it is spelled, but for the kind of apostrophes and hyphens, or in a case that it may
 * have.
 */
export function isNameInText(reading: Reading, { name, kind }: NameRow): boolean {
  if (kind === 'full_name' && !reading.as_full_name) return false
  if (reading.isCorrected) return countWords(name) === countWords(reading.form)
  if (reading.isInflectedVerb) return countWords(name) === countWords(reading.form) && wordsOf(name).every(isVerb)
  if (reading.isJoined !== undefined) return isRespelled(reading, name)
  const [plainName, plainForm] = [toPlain(name), toPlain(reading.form)]
  if (plainName === plainForm) return true
  const mayBe = isUpper(name)
    ? reading.recased
    : reading.in_any_case && !(reading.is_english && hasCapitalsWithin(name))
  return mayBe && fold(plainName) === fold(plainForm)
}

/** Whether a form is a name with other signs between the same words, or with words joined or split. */
function isRespelled({ form, isJoined, isSplit, recased, in_any_case }: Reading, name: string) {
  const [formWords, nameWords] = [wordsOf(form), wordsOf(name)]
  const isAlike = (one: string, other: string) =>
    one === other || ((isUpper(name) ? recased : in_any_case) && toKey(one) === toKey(other))
  if (!isAlike(formWords.join(''), nameWords.join(''))) return false
  if (fold(toPlain(form)) === fold(toPlain(name))) return false // Another case is not another spelling.
  if (formWords.length === nameWords.length) return formWords.every((word, i) => isAlike(word, nameWords[i] ?? ''))
  if (formWords.length > 1) return Boolean(isSplit)
  // A short word in capitals stands for several capitals: `AB` for A.B., not for a_b.
  return Boolean(isJoined) && (form.length >= minJoined || hasSameLetters(form, name))
}

const wordsOf = (text: string) =>
  text.split(/[^\p{L}\p{M}\p{N}+#]+/u).filter((word) => word !== '' && word.toLowerCase() !== 'and')
/** How many words a name has; an `and` does not count. */
export const countWords = (text: string): number => wordsOf(text).length
const isUpper = (name: string) => name === name.toUpperCase()
const isVerb = (word: string) => !isUpper(word) && !hasCapitalsWithin(word)
const hasCapitalsWithin = (name: string) => /^\S*\p{Lu}\S*\p{Lu}\S*$/u.test(name)

/** Whether a name is marked only as it is written, which it is not here. */
const isElsewhere = ({ form, as_written }: Reading, { in_texts, name }: NameRow) =>
  in_texts === 'exact' && !(as_written && toPlain(name) === toPlain(form))

/**
 * What surrounds each of the names in a text: its words, its full names, and how many other names are of a category.
 */
function toAround(all: readonly (readonly Match[])[], { text, ...options }: SpanOptions): Around {
  const places = text !== '' && all.some(({ length }) => length > 1) ? toPlaces(text) : undefined
  const names = new Map<string, Set<string>>()
  for (const { row } of places ? all.flat() : []) {
    const key = fold(row.category ?? '')
    names.set(key, (names.get(key) ?? new Set()).add(fold(row.term_name)))
  }
  const spelledOut = new Set(all.flat().flatMap(({ row }) => (row.kind === 'full_name' ? row.term_id : [])))
  return {
    ...options,
    places,
    isSpelledOut: ({ term_id }) => spelledOut.has(term_id),
    othersOf: ({ category }) => (category === null ? 0 : (names.get(fold(category))?.size ?? 1) - 1),
  }
}

/** Of what a form means, guesses count only if they are all. A name of fewer than three capitals is none. */
function toMeaning([first]: Readings, matches: readonly Match[], limit: number, around: Around): Meaning | null {
  const { matches: found, total, ...why } = toMeanings(matches, limit, around)
  const isAsIs = ({ row: { name } }: Match) => first?.form.includes(toSpelling(name)) ?? false
  const isRight = (match: Match) => isAsIs(match) || hasSameLetters(match.form.form, match.row.name)
  const isVerb = Boolean(first?.isInflectedVerb)
  const sure = found.filter((match) => !isVerb && (!hasCapitals(match.row.name) || isRight(match)))
  const guesses = found.filter(({ row }) => isVerb || (row.name.match(/\p{Lu}/gu)?.length ?? 0) >= 3)
  const meant = sure.length > 0 ? sure : guesses
  const rows = meant.map(({ row }) => row)
  return rows.length > 0 ? { rows, total, ...why, isGuess: sure.length === 0, isWritten: sure.some(isAsIs) } : null
}

/** The same words with other signs between them are as good as a name that is spelled as in the glossary. */
function withKind(span: Span, meant: ReadonlyMap<Readings, Meaning>): Span {
  const [best] = meant.get(span.readings)?.rows ?? []
  const mayBe = span.kind === 'respelled' && !span.readings[0]?.isInflectedVerb
  const isSame = mayBe && best && countWords(best.name) === countWords(span.form)
  return isSame ? { ...span, kind: 'written' } : span
}

/** Whether a form has the letters of a name, in the same case. */
const hasSameLetters = (form: string, name: string) => wordsOf(form).join('') === wordsOf(name).join('')

/**
 * Chooses the names of a text: a corrected one comes before those within it, and these before what is only spelled like
 * a name. What texts never mark is chosen, too, so that nothing is marked within it; what they mark only in another
 * case leaves its place to others.
 */
function choose(named: readonly Span[], isElsewhere: (span: Span) => boolean): Span[] {
  const here = named.filter((span) => !isElsewhere(span)).sort((a, b) => a.start - b.start || a.end - b.end)
  const longest = (kind: Span['kind']) => [...chooseLongest(here.filter((span) => span.kind === kind))]
  const written = longest('written')
  const corrected = longest('corrected').filter(({ start, end }) =>
    written.every((other) => other.end <= start || other.start >= end || (other.start >= start && other.end <= end)),
  )
  const sure = [...corrected, ...withoutOverlaps(written, corrected)]
  const chosen = [...sure, ...withoutOverlaps(longest('respelled'), sure)]
  const elsewhere = named.filter((span) => span.kind === 'written' && isElsewhere(span))
  return [...chosen, ...elsewhere].sort((a, b) => a.start - b.start)
}

type Place = Pick<Span, 'start' | 'end'>

/** Returns those of some parts of a text, which are in its order, that no other one overlaps. */
export function withoutOverlaps<Each extends Place>(spans: readonly Each[], others: readonly Place[]): Each[] {
  const sorted = others.toSorted((a, b) => a.start - b.start)
  let next = 0
  return spans.filter(({ start, end }) => {
    while ((sorted[next]?.end ?? Infinity) <= start) next++
    return (sorted[next]?.start ?? Infinity) >= end
  })
}
