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
  const found = groupByReadings(rows, asked)
  const chosen = new Map<Span['readings'], Chosen | null>()
  const candidates: FoundSpan[] = []
  for (const span of spans) {
    const meanings = chosen.get(span.readings) ?? chooseRows(span.form, found.get(span.readings))
    chosen.set(span.readings, meanings)
    if (meanings) candidates.push({ ...span, ...meanings })
  }
  if (candidates.length > manySpans) await nextTurn()
  return isMarking ? chooseMarked(candidates) : [...chooseLongest(candidates)]
}

/**
 * Chooses what is marked. What texts never mark is chosen, too, so that nothing is marked within it; what they mark only in
 * another case leaves its place to others.
 */
function chooseMarked(candidates: readonly FoundSpan[]): FoundSpan[] {
  const isElsewhere = ({ rows }: FoundSpan) => rows.every(({ step }) => step === unlikeWritten)
  const chosen = chooseLongest(candidates.filter((each) => !isElsewhere(each)))
  return [...chosen, ...candidates.filter(isElsewhere)]
    .sort((a, b) => a.start - b.start)
    .map((span) => ({
      ...span,
      rows: span.rows.filter((row) => row.in_texts !== 'never' && row.step !== unlikeWritten),
    }))
}

type Chosen = Pick<FoundSpan, 'rows' | 'isGuess' | 'isWritten'>

/** Of what a form means, guesses count only if they are all. A name of fewer than three capitals is none. */
function chooseRows(form: string, rows: readonly Row[] = []): Chosen | null {
  const isAsIs = ({ name }: Row) => form.includes(toSpelling(name))
  const sure = rows.filter((row) => !hasCapitals(row.name) || isAsIs(row))
  if (sure.length > 0) return { rows: sure, isGuess: false, isWritten: sure.some(isAsIs) }
  const guesses = rows.filter(({ name }) => (name.match(/\p{Lu}/gu)?.length ?? 0) >= 3)
  return guesses.length > 0 ? { rows: guesses, isGuess: true, isWritten: false } : null
}

function groupByReadings(rows: readonly Row[], asked: readonly Span['readings'][]) {
  const found = new Map<Span['readings'], Row[]>()
  for (const row of rows) {
    const readings = asked[row.question] ?? []
    const meanings = found.get(readings)
    if (meanings) meanings.push(row)
    else found.set(readings, [row])
  }
  return found
}
