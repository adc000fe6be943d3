import { unexplained } from '../../../lib/glossary/unexplained.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { StaleMark, TermStatus } from '../../../lib/web/parts/marks.tsx'

type MeaningsProps = {
  terms: readonly Term[]
  /** where the name of a term leads; to its page if absent */
  address?: (term: Term) => string
}

/** A list of terms that shows what each of them means. */
export function Meanings({ terms, address = ({ id }) => `/terms/${id}` }: MeaningsProps) {
  return (
    <ul class="meanings">
      {terms.map((term) => (
        <li key={term.id}>
          <p>
            <a href={address(term)}>
              <b dir="auto">{term.name}</b>
              {term.full_name && <i> {term.full_name}</i>}
            </a>
          </p>
          <p class="excerpt" dir="auto">
            {excerpt(term.definition || unexplained)}
          </p>
          <p class="facts">
            <TermStatus term={term} />
            {term.category && <span dir="auto">{term.category}</span>}
            {term.is_stale && <StaleMark />}
          </p>
        </li>
      ))}
    </ul>
  )
}
