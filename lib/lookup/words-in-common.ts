import { stemmer } from 'stemmer'
import { isFunctionWord } from '../schemas/function-words.ts'
import { splitWords } from './in-texts/text-to-tokens.ts'

/** The words of a text, without inflection and function words, with the places where they are. */
export type Places = ReadonlyMap<string, ReadonlySet<number>>

/** How many words of a text are one place. */
const wordsPerPlace = 24
/** How much a word counts that is farther away from a name than the next place. */
const far = 0.4

/** Words are split, cut to their stems and looked up again and again: a text has each of them often. */
const stems = new Map<string, string>()
const maxStems = 20_000

function toStem(word: string) {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = isFunctionWord(word) ? '' : stemmer(word)
  if (stems.size >= maxStems) stems.clear()
  stems.set(word, stem)
  return stem
}

const stemsOf = (text: string) => splitWords(text.toLowerCase()).map(toStem)

/** Returns where the words of a text are. */
export function toPlaces(text: string): Places {
  const places = new Map<string, Set<number>>()
  for (const [index, stem] of stemsOf(text).entries()) {
    if (stem === '') continue
    const place = Math.floor(index / wordsPerPlace)
    const those = places.get(stem)
    if (those) those.add(place)
    else places.set(stem, new Set([place]))
  }
  return places
}

/** What a meaning shares with a text: the weight of each shared word, and how many words the meaning has. */
type Shared = { words: Map<string, { weight: number; nearness: number }>; length: number }

/** The words of a meaning: its full name, and the beginning of its definition. */
type Worded = { full_name: string | null; definition: string | null }

/**
 * Returns how close each of several meanings of a name is to a text (docs/dev/lookup.md). A shared word of the full
 * name counts twice. Far from the name, words count less. A long definition shares more words by chance, so it is
 * divided by the root of its length.
 *
 * @param name as it is asked for
 * @returns `own` counts only what no other meaning has, except a word of the full name that one other has: it counts
 * once;
 *   `evidence` is what is shared, whatever the length
 */
export function compareWithText(
  places: Places,
  name: string,
  meanings: readonly Worded[],
): { likeness: number; own: number; evidence: number }[] {
  const near = placesBeside(places, name)
  const shared = meanings.map((meaning) => toShared(places, near, meaning))
  const sharers = new Map<string, number>()
  for (const { words } of shared) for (const word of words.keys()) sharers.set(word, (sharers.get(word) ?? 0) + 1)
  return shared.map(({ words, length }) => {
    const counted = [...words].map(([word, each]) => ({ ...each, sharers: sharers.get(word) ?? 1 }))
    const evidence = counted.reduce((sum, { weight, nearness }) => sum + weight * nearness, 0)
    const own = counted.reduce((sum, each) => sum + Math.floor(each.weight / each.sharers) * each.nearness, 0)
    const root = Math.sqrt(Math.max(length, 1))
    return { likeness: evidence / root, own: own / root, evidence }
  })
}

/** The places of a name, and those beside them; null if the text does not have it. */
function placesBeside(places: Places, name: string): ReadonlySet<number> | null {
  const own = stemsOf(name).flatMap((stem) => [...(places.get(stem) ?? [])])
  return own.length > 0 ? new Set(own.flatMap((place) => [place - 1, place, place + 1])) : null
}

function toShared(places: Places, near: ReadonlySet<number> | null, { full_name, definition }: Worded): Shared {
  const weights = new Map<string, number>()
  for (const stem of stemsOf(definition ?? '')) weights.set(stem, 1)
  for (const stem of stemsOf(full_name ?? '')) weights.set(stem, 2)
  weights.delete('')
  const words: Shared['words'] = new Map()
  for (const [stem, weight] of weights) {
    const where = places.get(stem)
    if (!where) continue
    const nearness = near === null || [...where].some((place) => near.has(place)) ? 1 : far
    words.set(stem, { weight, nearness })
  }
  return { words, length: weights.size }
}
