import type { Context } from '../context.ts'
import { type MatchedName, maxPerKey } from './find.ts'
import { singularsOf } from './inflections.ts'
import { chooseLongest, isSingleLetter, type NameSet } from './name-set.ts'
import { isCommon, isWord } from './plain-words.ts'
import { type Token, toSpelling } from './tokens.ts'

/** How many different candidates are looked up, and how many names, aliases and full names are read for them. */
export type Effort = { forms: number; names: number }

/** What may be a name: a part of the text, in the form in which it is looked up. */
export type Span = { start: number; end: number; form: string }

/** A name that a span is; `total` counts its meanings. */
type Row = MatchedName & { question: number; term_id: string; total: number }

/** A span with its meanings, the best ones first. `isGuess`: it is a name of capitals in lower case. */
export type FoundSpan = Span & { rows: readonly Row[]; isGuess: boolean }

/**
 * Finds what may be names in a text.
 *
 * @param inAnyCase whether also names without a lower-case letter match in any case
 */
export function findSpans(
  text: string,
  tokens: readonly Token[],
  known: NameSet,
  effort: Effort,
  inAnyCase = false,
): Span[] {
  const spans: Span[] = []
  const forms = new Set<string>()
  for (const { start, end } of known.find(tokens, inAnyCase)) {
    const form = toSpelling(text.slice(start, end))
    if (isSingleLetter(form) || isShouted(text, start, end)) continue
    if (forms.add(form).size > effort.forms) break
    spans.push({ start, end, form })
  }
  return spans
}

/** Whether a text can be a name of capitals in lower case. */
const canBeGuessed = (form: string) => isLowerCase(form) && !isWord(form)
const isLowerCase = (text: string) => !/\p{Lu}/u.test(text)
const hasCapitals = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

/** How much is read on each side of a word, in UTF-16 units. */
const maxBeside = 30

/** Whether a common word is in capitals for emphasis, like the words beside it: `CONTACT US NOW`, but not `US GDP`. */
function isShouted(text: string, start: number, end: number) {
  const word = text.slice(start, end)
  if (!hasCapitals(word) || !isCommon(word)) return false
  const [before] =
    /[\p{L}\p{N}]+(?=,?\s+$)/u.exec(text.slice(Math.max(0, start - maxBeside), start)) ?? []
  const [, after] =
    /^(?:['’]\p{Lu}+)?,?\s+([\p{L}\p{N}]+)/u.exec(text.slice(end, end + maxBeside)) ?? []
  const beside = [before, after].filter((each) => each !== undefined)
  const isEmphasis = (each: string) => isCommon(each) || each.length > 4
  return beside.every(hasCapitals) && beside.some(isEmphasis)
}

type LookupOptions = {
  text?: string | undefined
  category?: string | null | undefined
  /** the maximum number of meanings of each span */
  limit: number
  withSuggested?: boolean
  /** the question that the spans are in: names match in any case, except as common words, and it can name a category */
  question?: string
  /** whether names of three capitals or more match in lower case, too, except as common words */
  loose?: boolean
}

/**
 * Looks up spans in one statement, and chooses the longest names from left to right, without overlaps.
 */
export async function lookUpSpans(
  { db }: Pick<Context, 'db'>,
  spans: readonly Span[],
  effort: Effort,
  { text, category, limit, withSuggested = true, question: askedIn, loose = false }: LookupOptions,
): Promise<FoundSpan[]> {
  const asked = [...new Set(spans.map(({ form }) => form))]
  if (asked.length === 0) return []
  const forms = asked.flatMap((form, question) => {
    const any_case = askedIn === undefined ? loose && canBeGuessed(form) : !isCommon(form)
    return [
      { question, form, kind: 'asked', any_case },
      ...toSingulars(form).map((singular) => ({
        question,
        kind: 'singular',
        any_case,
        ...singular,
        ...(loose && !canBeGuessed(singular.form) && { any_case: false }),
      })),
    ]
  })
  const rows = await db.many<Row>('lookup/find-in-text', {
    forms,
    text: text ?? '',
    category: category ?? null,
    asked_in: askedIn ?? null,
    in_text: true,
    with_suggested: withSuggested,
    with_unexplained: askedIn !== undefined,
    per_key: maxPerKey,
    in_all: effort.names,
    limit,
  })
  const found = groupByForm(rows, asked)
  return [
    ...chooseLongest(
      spans.flatMap((span) => {
        const rows = found.get(span.form)
        return rows ? chooseRows(span, rows, loose) : []
      }),
    ),
  ]
}

/** Of what a span means, guesses count only if they are all. A name of fewer than three capitals is none. */
function chooseRows(span: Span, rows: readonly Row[], loose: boolean): FoundSpan[] {
  if (!loose || !isLowerCase(span.form)) return [{ ...span, rows, isGuess: false }]
  const sure = rows.filter(({ name }) => !hasCapitals(name))
  if (sure.length > 0) return [{ ...span, rows: sure, isGuess: false }]
  const guesses = rows.filter(({ name }) => (name.match(/\p{Lu}/gu)?.length ?? 0) >= 3)
  return guesses.length > 0 ? [{ ...span, rows: guesses, isGuess: true }] : []
}

function groupByForm(rows: readonly Row[], asked: readonly string[]) {
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
  [
    ...singularsOf(form).map((singular) => ({ form: singular })),
    ...singularsOf(form.toLowerCase()).map((singular) => ({
      form: singular,
      ...(hasCapitals(form) && { any_case: false }),
    })),
  ].filter((each) => !isSingleLetter(each.form))
