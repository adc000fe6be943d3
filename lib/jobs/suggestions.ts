import * as v from 'valibot'
import { chooseExpansion, type Reading, suggestDefinition } from '../discovery/suggestion.ts'
import { fullName } from '../schemas/term.ts'
import type { JobContext } from './job.ts'

type FrequentAcronym = {
  acronym: string
  sightings: number
  channels: string[]
  authors: number
  first_seen_at: string
  last_seen_at: string
  permalinks: string[]
  expansions: Reading[]
}

/**
 * Suggests the acronyms that occur often enough and are not in the glossary.
 *
 * @returns the number of suggestions
 */
export async function suggestTerms({ db, settings }: Pick<JobContext, 'db' | 'settings'>) {
  const acronyms = await db.many<FrequentAcronym>('discovery/frequent-acronyms', {
    min_occurrences: settings.discoveryMinOccurrences,
  })
  let suggested = 0
  for (const { acronym, expansions, first_seen_at, last_seen_at, ...evidence } of acronyms) {
    const { full_name, others } = chooseExpansion(expansions.flatMap(toValid))
    const definition = suggestDefinition({
      ...evidence,
      others,
      first_seen: new Date(first_seen_at),
      last_seen: new Date(last_seen_at),
    })
    if (await db.one('discovery/suggest', { acronym, full_name, definition })) suggested++
  }
  return suggested
}

/** Messages may contain characters that a full name cannot have, such as invisible ones. */
function toValid({ full_name, sightings }: Reading): Reading[] {
  const parsed = v.safeParse(fullName, full_name)
  return parsed.success ? [{ full_name: parsed.output, sightings }] : []
}
