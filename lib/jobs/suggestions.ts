import * as v from 'valibot'
import { type Reading, rankExpansions } from '../discovery/suggestion.ts'
import { fullName } from '../schemas/content.ts'
import type { JobContext } from './job.ts'

type FrequentAcronym = { acronym: string; expansions: Reading[] }

/**
 * Suggests the acronyms that occur often enough and are not in the glossary, and forgets the quotes of those that are.
 *
 * @returns the number of suggestions
 */
export async function suggestTerms({ db, settings }: Pick<JobContext, 'db' | 'settings'>) {
  const acronyms = await db.many<FrequentAcronym>('jobs/frequent-acronyms', {
    min_occurrences: settings.discoveryMinOccurrences,
  })
  let suggested = 0
  for (const { acronym, expansions } of acronyms) {
    const [best] = rankExpansions(expansions.flatMap(toValid))
    const full_name = best?.full_name ?? null
    if (await db.one('jobs/suggest-term', { acronym, full_name })) suggested++
  }
  await db.run('jobs/forget-quotes', {})
  return suggested
}

/** Messages may contain characters that a full name cannot have, such as invisible ones. */
function toValid({ full_name, sightings }: Reading): Reading[] {
  const parsed = v.safeParse(fullName, full_name)
  return parsed.success ? [{ full_name: parsed.output, sightings }] : []
}
