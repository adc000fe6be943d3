import type { Term } from '../../schemas/term.ts'
import { StaleMark, TermStatus } from './marks.tsx'
import { counted } from './numbers.ts'

/** How far a term can be trusted, and where it belongs: status, votes, category, and whether it may be out of date. */
export function TermFacts({ term }: { term: Term }) {
  return (
    <p class="facts">
      <TermStatus term={term} />
      {term.definition && <span>{counted(term.vote_count, 'vote')}</span>}
      {term.category && <span dir="auto">{term.category}</span>}
      {term.is_stale && <StaleMark />}
    </p>
  )
}
