import { findAcronyms, toAcronym } from './acronyms.ts'
import { findExpansions } from './expansions.ts'
import { toRunningText } from './running-text.ts'

/** An acronym that a message mentions, and what the message says it stands for. */
export type Mention = { acronym: string; full_names: string[] }

/**
 * What discovery learns from one message: each acronym once, however often the message repeats it, with the
 * full names it is given there, if any. Full names are 1 to 300 characters without control characters.
 *
 * @param message as Slack's Web API gives it (mrkdwn)
 */
export function readMessage(message: string): Mention[] {
  const fullNames = new Map(findAcronyms(message).map((acronym) => [acronym, new Set<string>()]))
  for (const { acronym: short, full_name } of findExpansions(toRunningText(message))) {
    const acronym = toAcronym(short)
    const isPlural = acronym !== null && acronym !== short
    if (acronym) fullNames.get(acronym)?.add(isPlural ? toSingular(full_name) : full_name)
  }
  return [...fullNames].map(([acronym, names]) => ({ acronym, full_names: [...names] }))
}

/** Service Level Agreement for Service Level Agreements; as it stands where English is less regular. */
function toSingular(name: string) {
  return /(?:s|[sxz]e|[cs]he|ie)s$/.test(name) ? name : name.replace(/s$/, '')
}
