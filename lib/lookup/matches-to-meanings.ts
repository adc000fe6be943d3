import { statuses } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'
import { type Match, rankOf } from './forms-to-matches.ts'
import { splitWords } from './in-texts/text-to-tokens.ts'
import type { MatchedName, NameRow } from './name-rows.ts'
import { compareWithText, type Places } from './words-in-common.ts'

/** What surrounds a name, which orders its meanings. */
export type Around = {
  /** meanings in this category come first, and those in one that a question names */
  category?: string | null | undefined
  askedIn?: string | undefined
  /** the words of a text, and how many other names of the text have a meaning of a category */
  places?: Places | undefined
  othersOf?: (row: NameRow) => number
  /** whether the text has the full name of a meaning */
  isSpelledOut?: (row: NameRow) => boolean
}

/** The meanings of a name, the best one first. */
export type Meanings = {
  matches: readonly Match[]
  /** how many there are, of which `matches` has the first */
  total: number
  /** why the first one is first, if it is so because the reader follows its category */
  followed_category?: string
}

/** How well a meaning fits a text. */
type Fit = { mayFit: boolean; isFitting: boolean; own: number }
const anyFit: Fit = { mayFit: true, isFitting: true, own: 0 }

type Ranked = { match: Match; before: readonly Key[]; after: readonly Key[]; isFollowed: boolean }
type Key = number | string | boolean

/**
 * Orders the meanings of a name: those that the text spells out, that nothing replaces, in the category, then by kind,
 * case, and what fits the text; between trust and these, the categories that the reader follows (docs/dev/lookup.md).
 */
export function toMeanings(matches: readonly Match[], limit: number, around: Around): Meanings {
  const [only] = matches
  if (matches.length === 1 && only) return { matches, total: 1 }
  const isWanted = wanted(around)
  const fits = toFits(matches, isWanted, around)
  const ranked = matches.map((match): Ranked => {
    const { row, isSameCase, step } = match
    const { mayFit, isFitting, own } = fits.get(match) ?? anyFit
    return {
      match,
      isFollowed: row.is_followed,
      before: [!around.isSpelledOut?.(row), row.is_replaced, !isWanted(row), step, rankOf(row), !isSameCase, !mayFit],
      after: [-statuses.indexOf(row.status), !isFitting, -row.vote_count, -own, fold(row.term_name), row.term_id],
    }
  })
  const sorted = ranked.toSorted((a, b) => compare(keysOf(a), keysOf(b)))
  const unfollowed = ranked.toSorted((a, b) => compare([...a.before, ...a.after], [...b.before, ...b.after]))
  const followed = sorted[0] !== unfollowed[0] && sorted[0]?.match.row.category
  return {
    matches: sorted.slice(0, limit).map(({ match }) => match),
    total: matches.length,
    ...(followed && { followed_category: followed }),
  }
}

const keysOf = ({ before, isFollowed, after }: Ranked) => [...before, !isFollowed, ...after]

/** Compares by the first key that differs. */
function compare(some: readonly Key[], others: readonly Key[]) {
  const place = some.findIndex((key, i) => key !== others[i])
  return (some[place] ?? 0) < (others[place] ?? 0) ? -1 : 1
}

/** Whether a meaning is in the category that is asked for, or in one that the question names. */
function wanted({ category, askedIn }: Around) {
  const key = category ? fold(category) : null
  const asked = askedIn === undefined ? null : toWords(askedIn)
  return ({ category: own }: NameRow) => own !== null && (fold(own) === key || (asked?.includes(toWords(own)) ?? false))
}

/** The words of a text in lower case, with spaces around each. */
export const toWords = (text: string): string => ` ${splitWords(text.toLowerCase()).join(' ')} `

/**
 * A meaning fits if it is more than half as close to the text as the closest one. Unless the closest one shares a word
 * near the name, or several elsewhere, or its category with other names, the text is not clear: then trust comes first.
 */
function toFits(
  matches: readonly Match[],
  isWanted: (row: NameRow) => boolean,
  { places, othersOf = () => 0 }: Around,
): ReadonlyMap<Match, Fit> {
  const [first] = matches
  const asked = first?.form.form ?? ''
  if (!places) return new Map()
  const isOfficial = matches.some(({ row }) => row.status === 'official')
  const compared = compareWithText(
    places,
    asked,
    matches.map(({ row }) => row),
  )
  const each = matches.map((match, i) => {
    const { likeness = 0, own = 0, evidence = 0 } = compared[i] ?? {}
    const others = isOfficial && match.row.status !== 'official' ? 0 : toOthers(othersOf(match.row))
    const alike = [isWanted(match.row), rankOf(match.row), match.isSameCase].join()
    return { match, alike, likeness: likeness + others / 4, own: own + others / 4, evidence: evidence + others }
  })
  return new Map(
    each.map(({ match, alike, likeness, own }) => {
      const those = each.filter((other) => other.alike === alike)
      const closest = Math.max(...those.map((other) => other.likeness))
      const isClear = those.some((other) => other.likeness === closest && other.evidence >= 1)
      const isFitting = 2 * likeness > closest || closest === 0
      return [match, { isFitting, mayFit: isFitting || !isClear, own }]
    }),
  )
}

/** One other name says nothing about what a text is about, and more than two say no more. */
const toOthers = (others: number) => (others < 2 ? 0 : 2)

/** What an answer says of a meaning. */
export const toMatched = ({ row: { name, kind } }: Match): MatchedName => ({ name, kind })
