import { toSpellingKey } from './plural.ts'

/** A full name of an acronym, and the number of messages that contain it. */
export type Reading = { full_name: string; sightings: number }

/** What discovery knows about an acronym that it suggests. */
export type Evidence = {
  /** Messages that mention it. */
  sightings: number
  /** People who wrote them; 0 if Slack does not name them. */
  authors: number
  /** Names of the channels, without #, busiest first. */
  channels: readonly string[]
  first_seen: Date
  last_seen: Date
  /** Other full names, as returned by `chooseExpansion`. */
  others: readonly Reading[]
  /** URLs of example messages. */
  permalinks: readonly string[]
}

/**
 * Returns the most frequent full name, and the others in order of frequency. Spellings of one name count together, and
 * the most frequent one represents it (see `toSpellingKey`). Of equally frequent names, the first comes first.
 *
 * @returns a null `full_name` if there is none
 */
export function chooseExpansion(seen: readonly Reading[]): {
  full_name: string | null
  others: Reading[]
} {
  const names = new Map<string, Reading[]>()
  for (const reading of seen) {
    const name = toSpellingKey(reading.full_name)
    names.set(name, [...(names.get(name) ?? []), reading])
  }
  const [chosen, ...others] = [...names.values()].map(merge).sort(byFrequency)
  return { full_name: chosen?.full_name ?? null, others }
}

function merge(spellings: readonly Reading[]): Reading {
  const [first] = spellings.toSorted(byFrequency)
  const sightings = spellings.reduce((sum, spelling) => sum + spelling.sightings, 0)
  return { full_name: first?.full_name ?? '', sightings }
}

function byFrequency(a: Reading, b: Reading) {
  return b.sightings - a.sightings
}

/** The maximum numbers of channels, other full names and messages in a suggestion. */
const max = { channels: 5, others: 5, permalinks: 3 }

/**
 * Writes the definition of a suggested term, until someone writes a better one: where and how often the acronym
 * was seen, its other full names, and links to messages. Plain text, at most 4000 characters.
 */
export function suggestDefinition(evidence: Evidence): string {
  const { others, permalinks } = evidence
  const readings = others.map(({ full_name, sightings }) => `${full_name} (${times(sightings)})`)
  const paragraphs = [
    `Found in Slack. Its meaning still has to be written. ${describeSightings(evidence)}`,
    others.length > 0 ? `Other full names: ${list(readings, max.others, '; ')}.` : '',
    permalinks.length > 0 ? `For example:\n${permalinks.slice(0, max.permalinks).join('\n')}` : '',
  ]
  return [...paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')]
    .slice(0, 4000)
    .join('')
}

function describeSightings({ sightings, authors, channels, first_seen, last_seen }: Evidence) {
  const where = list(
    channels.map((name) => `#${name}`),
    max.channels,
    ', ',
  )
  const people = authors === 1 ? 'one person' : `${authors} people`
  const who = authors > 0 ? `, written by ${people}` : ''
  const [first, last] = [first_seen, last_seen].map((date) => date.toISOString().slice(0, 10))
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`
  return `Seen ${times(sightings)}${who} in ${where}, ${when}.`
}

function list(names: readonly string[], maxNames: number, separator: string) {
  const rest = names.length - maxNames
  return names.slice(0, maxNames).join(separator) + (rest > 0 ? ` and ${rest} more` : '')
}

function times(count: number) {
  return count === 1 ? 'once' : `${count} times`
}
