import type { Settings } from '../app/settings.ts'
import { relatedBy, withoutDefinitions } from '../glossary/relations.ts'
import { toContent } from '../glossary/texts.ts'
import { isExplained, unexplained } from '../glossary/unexplained.ts'
import type { Meaning } from '../lookup/typed-to-terms.ts'
import type { MeaningResult, RelatedResult, TermResult } from '../schemas/mcp.ts'
import { describeWrong, doubtsOf, stateOf, stateWords } from '../schemas/states.ts'
import type { RelatedTerm, Term } from '../schemas/term.ts'
import { firstSentence } from '../schemas/text.ts'

const unexplainedMeaning = `${unexplained} Do not guess what it means.`

/** Returns the fields of a term that agents receive. Misspellings are not shown as names. */
export function toTermResult({ appUrl }: Pick<Settings, 'appUrl'>, term: Term): TermResult {
  const { id, status, vote_count, is_stale } = term
  const { version, last_confirmed_at, translation } = term
  const aliases = term.aliases.filter(({ kind }) => kind !== 'misspelling')
  return {
    id,
    ...toContent(term),
    ...(translation !== undefined && { translation }),
    aliases,
    status,
    status_meaning: meaningOf(term),
    vote_count,
    ...doubtsOf(term),
    is_stale,
    url: `${appUrl}/terms/${id}`,
    citation: { url: `${appUrl}/terms/${id}?version=${version}`, version, status, last_confirmed_at },
  }
}

function meaningOf(term: Term): string {
  if (!isExplained(term)) return unexplainedMeaning
  const { toAgents } = stateWords[stateOf(term)]
  const wrong = describeWrong(term)
  return wrong ? `${wrong.replace(/\.$/, '')}. ${toAgents}` : toAgents
}

/** Returns the fields of a term, and how it is related to others. */
export function toRelatedResult(settings: Pick<Settings, 'appUrl'>, term: RelatedTerm): RelatedResult {
  const others = relatedBy('differs_from', term.relations)
  return {
    ...toTermResult(settings, term),
    relations: withoutDefinitions(term.relations),
    ...(term.relations_total && { relations_total: term.relations_total }),
    ...(others.length > 0 && {
      differs_from: others.map(({ id, name, definition }) => ({
        name,
        definition: firstSentence(definition),
        url: `${settings.appUrl}/terms/${id}`,
      })),
    }),
  }
}

/** Returns a meaning for agents, with the alias or full name that was looked up. */
export function toMeaningResult(settings: Pick<Settings, 'appUrl'>, term: Meaning<RelatedTerm>): MeaningResult {
  const { matched } = term
  return { ...toRelatedResult(settings, term), ...(matched && { matched }), ...toAdvice(term, matched) }
}

/** Says which name to use instead of one that is discouraged, or of a term that another one replaces. */
export function toAdvice(
  term: Pick<RelatedTerm, 'name' | 'relations'> | undefined,
  matched: Meaning['matched'],
): { advice?: string } {
  if (!term) return {}
  const [replacing] = relatedBy('replaced_by', term.relations)
  const isDiscouraged = matched?.kind === 'discouraged'
  if (!replacing && !isDiscouraged) return {}
  const said = isDiscouraged ? matched.name : term.name
  return { advice: `Say ${JSON.stringify((replacing ?? term).name)}, not ${JSON.stringify(said)}.` }
}

/** Returns the address where a person can add a term. */
export const addUrl = ({ appUrl }: Pick<Settings, 'appUrl'>, name: string): string =>
  `${appUrl}/terms/new?${new URLSearchParams({ name })}`
