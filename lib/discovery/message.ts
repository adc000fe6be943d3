import { findAcronyms, toAcronym } from './acronyms.ts'
import { findExpansions } from './expansions.ts'
import { toSingular, toSpellingKey } from './plural.ts'
import { toRunningText } from './running-text.ts'

/** An acronym that a message mentions, and what the message says it stands for. */
export type Mention = { acronym: string; full_names: string[] }

/**
 * What discovery learns from one message: each acronym once, however often the message repeats it, with the
 * full names it is given there, if any, each in one spelling. Full names are 1 to 300 characters without control characters.
 *
 * @param message as Slack's Web API gives it (mrkdwn)
 */
export function readMessage(message: string): Mention[] {
  const fullNames = new Map(findAcronyms(message).map((name) => [name, new Map<string, string>()]))
  for (const { acronym: short, full_name } of findExpansions(toRunningText(message))) {
    const acronym = toAcronym(short)
    const names = acronym ? fullNames.get(acronym) : undefined
    const name = acronym === short ? full_name : toSingular(full_name)
    const key = toSpellingKey(name)
    if (names && !names.has(key)) names.set(key, name)
  }
  return [...fullNames].map(([acronym, names]) => ({ acronym, full_names: [...names.values()] }))
}
