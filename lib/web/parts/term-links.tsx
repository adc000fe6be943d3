import { linkName } from '../../glossary/links.ts'
import type { Term } from '../../schemas/term.ts'

/** Where a definition comes from. */
export const TermLinks = ({ links }: Pick<Term, 'links'>) =>
  links.length > 0 && (
    <ul class="term-links" aria-label="Where it comes from">
      {links.map((link) => (
        <li key={link.url}>
          <a href={link.url} rel="noopener noreferrer nofollow" dir="auto">
            {linkName(link)}
          </a>
        </li>
      ))}
    </ul>
  )
