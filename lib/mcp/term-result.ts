import type { TermResult } from '../schemas/mcp.ts'
import type { Status, Term } from '../schemas/term.ts'
import type { Settings } from '../settings.ts'

const statusMeanings: Record<Status, string> = {
  official: 'Approved by an editor. Rely on it.',
  community: 'Confirmed by votes of several employees. Probably correct.',
  pending: 'Proposed by an employee and not confirmed yet. Say that it is unconfirmed.',
  suggested: 'Found automatically and not reviewed. Treat it as a hint only.',
}

/** Returns the fields of a term that agents receive. */
export function toTermResult({ appUrl }: Pick<Settings, 'appUrl'>, term: Term): TermResult {
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
