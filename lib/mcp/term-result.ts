import type { TermFacts } from '../schemas/mcp.ts'
import type { Status, Term } from '../schemas/term.ts'
import type { Settings } from '../settings.ts'

const statusMeanings: Record<Status, string> = {
  official: 'Approved by an editor: rely on it.',
  community: 'Several colleagues agree on it: likely right.',
  pending: 'Proposed by a colleague, not yet agreed on: say that it is unconfirmed.',
  suggested: 'Found automatically, checked by nobody: a hint at most.',
}

/** What an agent gets to know of a term. */
export function toFacts({ appUrl }: Pick<Settings, 'appUrl'>, term: Term): TermFacts {
  const { id, name, full_name, definition, category, status, vote_count, is_stale } = term
  return {
    id,
    name,
    full_name,
    definition,
    category,
    status,
    status_meaning: statusMeanings[status],
    vote_count,
    is_stale,
    url: `${appUrl}/terms/${id}`,
  }
}
