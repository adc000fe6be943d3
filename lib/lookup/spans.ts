import { nextTurn } from '../app/next-turn.ts'
import type { Finds } from '../context.ts'
import type { InTexts } from '../schemas/content.ts'
import { type MatchedName, maxPerKey } from './find.ts'
import { chooseLongest } from './name-set.ts'
import { hasCapitals, type Span } from './names-in-text.ts'
import { toSpelling } from './tokens.ts'

/** How many different candidates are looked up, and how many names, aliases and full names are read for them. */
export type Effort = { forms: number; names: number }

/** After more of them, others are served. */
const manySpans = 1000

/** The step of names that are marked only as they are written, where they are not. */
const unlikeWritten = 6

/** A name that a span is; `total` counts its meanings. */
type Row = MatchedName & {
  question: number
  term_id: string
  total: number
  step: number
  in_texts: InTexts
  followed_category: string | null
}

/**
 * A span with its meanings, the best ones first; none if texts never mark them, or only in another case. `isGuess`: it is a name of capitals in another case. `isWritten`: one of the
 * names stands there as it is, perhaps in the plural.
 */
export type FoundSpan = Span & { rows: readonly Row[]; isGuess: boolean; isWritten: boolean }

export type LookupOptions = {
  text?: string | undefined
  category?: string | null | undefined
  /** who reads it, whose categories come first */
  readerId?: string | null | undefined
  /** the maximum number of meanings of each span */
  limit: number
  withSuggested?: boolean
  /** the question that the spans are in, which can name a category */
  question?: string
}

/**
 * Looks up spans in one statement, and chooses the longest names from left to right, without overlaps.
 */
export async function lookUpSpans(
  { db }: Pick<Finds, 'db'>,
  spans: readonly Span[],
  effort: Effort,
  { text, category, readerId, limit, withSuggested = true, question: askedIn }: LookupOptions,
): Promise<FoundSpan[]> {
  // All spans of the same form have the same list of readings.
  const asked = [...new Set(spans.map(({ readings }) => readings))]
  if (asked.length === 0) return []
  const isMarking = askedIn === undefined
  const forms = asked.flatMap((readings, question) =>
    readings.map(({ as_written, ...reading }) => ({
      question,
      ...reading,
      ...(isMarking && { as_marked: as_written }),
    })),
  )
  const rows = await db.many<Row>('lookup/find-in-text', {
    forms,
    text: text ?? '',
    category: category ?? null,
    reader_id: readerId ?? null,
    asked_in: askedIn ?? null,
    in_text: true,
    with_suggested: withSuggested,
    with_unexplained: !isMarking,
    per_key: maxPerKey,
    in_all: effort.names,
    limit,
  })
  const meanings = toMeanings(rows, asked)
  const named = spans.filter(({ readings }) => meanings.has(readings))
  if (named.length > manySpans) await nextTurn()
  const chosen = isMarking ? chooseMarked(named, meanings) : [...chooseLongest(named)]
  if (named.length > manySpans) await nextTurn()
  return chosen.map((span) => toFound(span, isMarking, meanings.get(span.readings)))
}

/** What a form means. `marked`: those of `rows` that texts mark. `isElsewhere`: they mark it only in another case. */
type Meaning = Pick<FoundSpan, 'rows' | 'isGuess' | 'isWritten'> & { marked: readonly Row[]; isElsewhere: boolean }
/** The meanings of forms, by the list of readings that all spans of a form have. */
type Meanings = ReadonlyMap<Span['readings'], Meaning>

function toFound(span: Span, isMarking: boolean, meaning: Meaning | undefined): FoundSpan {
  const { start, end, form, readings } = span
  const { rows = [], marked = [], isGuess = false, isWritten = false } = meaning ?? {}
  return { start, end, form, readings, rows: isMarking ? marked : rows, isGuess, isWritten }
}

/**
 * Chooses what is marked. What texts never mark is chosen, too, so that nothing is marked within it; what they mark only in
 * another case leaves its place to others.
 */
function chooseMarked(named: readonly Span[], meanings: Meanings): Span[] {
  const isElsewhere = ({ readings }: Span) => meanings.get(readings)?.isElsewhere
  const chosen = [...chooseLongest(named.filter((each) => !isElsewhere(each)))]
  const elsewhere = named.filter(isElsewhere)
  if (elsewhere.length === 0) return chosen
  return [...chosen, ...elsewhere].sort((a, b) => a.start - b.start)
}

/** Reads what each form means once, however often a text has it. */
function toMeanings(rows: readonly Row[], asked: readonly Span['readings'][]): Meanings {
  const found = new Map<Span['readings'], Row[]>()
  for (const row of rows) {
    const readings = asked[row.question] ?? []
    const those = found.get(readings)
    if (those) those.push(row)
    else found.set(readings, [row])
  }
  return new Map(
    [...found].flatMap(([readings, those]) => {
      const meaning = toMeaning(readings[0]?.form ?? '', those)
      return meaning ? [[readings, meaning] as const] : []
    }),
  )
}

/** Of what a form means, guesses count only if they are all. A name of fewer than three capitals is none. */
function toMeaning(form: string, found: readonly Row[]): Meaning | null {
  const isAsIs = ({ name }: Row) => form.includes(toSpelling(name))
  const sure = found.filter((row) => !hasCapitals(row.name) || isAsIs(row))
  const guesses = found.filter(({ name }) => (name.match(/\p{Lu}/gu)?.length ?? 0) >= 3)
  const rows = sure.length > 0 ? sure : guesses
  if (rows.length === 0) return null
  return {
    rows,
    marked: rows.filter((row) => row.in_texts !== 'never' && row.step !== unlikeWritten),
    isElsewhere: rows.every(({ step }) => step === unlikeWritten),
    isGuess: sure.length === 0,
    isWritten: sure.some(isAsIs),
  }
}
