import { toSpellingKey } from './plural.ts'

/** A full name of an acronym, and the number of messages that contain it. */
export type Reading = { full_name: string; sightings: number }

/**
 * Returns the full names of an acronym, the most frequent one first. Spellings of one name count together, and the most
 * frequent one represents it (see `toSpellingKey`). Of equally frequent names, the first comes first.
 */
export function rankExpansions(seen: readonly Reading[]): Reading[] {
  const names = new Map<string, Reading[]>()
  for (const reading of seen) {
    const name = toSpellingKey(reading.full_name)
    names.set(name, [...(names.get(name) ?? []), reading])
  }
  return [...names.values()].map(merge).sort(byFrequency)
}

function merge(spellings: readonly Reading[]): Reading {
  const [first] = spellings.toSorted(byFrequency)
  const sightings = spellings.reduce((sum, spelling) => sum + spelling.sightings, 0)
  return { full_name: first?.full_name ?? '', sightings }
}

function byFrequency(a: Reading, b: Reading) {
  return b.sightings - a.sightings
}
