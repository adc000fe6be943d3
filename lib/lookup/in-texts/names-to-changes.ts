import { isPartOver, nextTurn } from '../../app/next-turn.ts'
import type { FaultKind } from '../../schemas/lookup.ts'
import { statuses } from '../../schemas/term.ts'
import { fold } from '../../schemas/text.ts'
import type { NameRow, NameRows } from '../name-rows.ts'
import type { NameSource } from '../name-source.ts'
import { toKey } from '../name-to-keys.ts'
import type { NameSet } from './name-set.ts'
import { toPlural } from './name-to-forms.ts'
import { type FoundSpan, isNameInText } from './spans-to-names.ts'
import { escapeName } from './subtitles-to-spoken.ts'
import { findInReadable } from './text-to-names.ts'
import type { Format } from './text-to-readable.ts'
import { beginsSentence, type Span } from './tokens-to-spans.ts'

/** What stands in a text, and what should: offsets count UTF-16 units, `end` is exclusive. */
export type Change = { start: number; end: number; from: string; to: string; term_id: string }

/** A term that a name leads to. */
export type Target = { id: string; name: string }

export type ChangeOptions = {
  format: Format
  kinds: readonly FaultKind[]
  /** whether a name counts */
  counts(row: NameRow): boolean
  /** the terms that replace others in the end, by the IDs of these; those that do not count are left out */
  replacementsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Target>>
}

/**
 * Tells whether names count: of terms in a category or in none, if one is given.
 *
 * @param lowest the place of the lowest status among the others
 */
export function createCounts(category: string | null | undefined, lowest = 0): (row: NameRow) => boolean {
  const wanted = category ? fold(category) : null
  return (row) =>
    statuses.indexOf(row.status) >= lowest &&
    (wanted === null || row.category === null || fold(row.category) === wanted)
}

const everything = { forms: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY }
/** At most so many terms can have names that are equal (contract, section 3). */
const maxMeanings = 50

/**
 * Finds what is wrong in a text and what is right, in its order (contract, section 22). Nothing is guessed: a name is
 * changed if somebody wrote it down as one that is wrong, and all that is called so leads to the same term.
 *
 * @param readable what is left of the text that people read
 */
export async function findChanges(
  source: Pick<NameSource, 'readRows'>,
  known: NameSet,
  text: string,
  readable: string,
  { format, kinds, counts, replacementsOf }: ChangeOptions,
): Promise<Change[]> {
  const options = { limit: maxMeanings, counts }
  const { found, rows } = await findInReadable(source, known, readable, everything, 'never', options)
  const spans = found.filter(isAsWritten)
  const withReplaced = kinds.includes('replaced')
  const replaced = withReplaced ? replacedIn(new Set(spans.map(({ readings }) => readings)), rows) : []
  const replacements = await replacementsOf(replaced)
  /** The term that a name should be; null if nothing is wrong with it, or nothing is known to be right. */
  function targetOf({ term_id, term_name, kind, is_replaced }: NameRow): Target | null {
    if (withReplaced && is_replaced) return replacements.get(term_id) ?? null
    return kinds.some((each) => each === kind) ? { id: term_id, name: term_name } : null
  }
  const changes: Change[] = []
  for (const span of spans) {
    if (isPartOver()) await nextTurn()
    const [best] = span.rows
    const target = best && commonTarget(span, calledSo(span.readings, rows).filter(counts), targetOf)
    if (!target) continue
    const from = text.slice(span.start, span.end)
    const to = escapeName(toReplacement(readable, span, best, target.name, known), format)
    if (from !== to) changes.push({ start: span.start, end: span.end, from, to, term_id: target.id })
  }
  return changes
}

/** What only resembles a name is no name that somebody wrote down. */
const isAsWritten = ({ readings, rows, isGuess }: FoundSpan) =>
  rows.length > 0 && !isGuess && readings.every(({ isJoined }) => isJoined === undefined)

/** All that is called as a span is, or but for signs: whatever it means besides, it is not wrong for sure. */
const calledSo = (readings: Span['readings'], rows: NameRows) =>
  [...new Set(readings.map(({ form }) => toKey(form)))].flatMap((key) => rows.get(key) ?? [])

/** The terms of those names that others replace. */
function replacedIn(forms: Iterable<Span['readings']>, rows: NameRows): string[] {
  const replaced = [...forms].flatMap((readings) => calledSo(readings, rows)).filter(({ is_replaced }) => is_replaced)
  return [...new Set(replaced.map(({ term_id }) => term_id))]
}

/** The one term that all of these names should be; of a term that is found, the name counts that is found. */
function commonTarget(
  span: FoundSpan,
  named: readonly NameRow[],
  targetOf: (row: NameRow) => Target | null,
): Target | null {
  const found = new Map(span.rows.map((row) => [row.term_id, row]))
  const targets = named.map((row) => targetOf(found.get(row.term_id) ?? row))
  const [first = null] = targets
  return targets.every((each) => each !== null && each.id === first?.id) ? first : null
}

/**
 * Writes a name in the place of another one: in the plural if that is one, and with its capital at the beginning of a
 * sentence, unless the name has capitals of its own. A possessive ending is no part of what is replaced.
 */
export function toReplacement(readable: string, span: Span, row: NameRow, name: string, known: NameSet): string {
  const { start, readings } = span
  const isPlural = readings.find((reading) => isNameInText(reading, row))?.kind === 'singular'
  const said = isPlural ? toPlural(name, known.isEnglish) : name
  const isCapital = !/\p{Lu}/u.test(name) && /^\p{Lu}/u.test(readable.slice(start, start + 2))
  return isCapital && beginsSentence(readable, start) ? said.replace(/^./su, (sign) => sign.toUpperCase()) : said
}
