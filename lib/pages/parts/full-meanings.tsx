import { unexplained } from '../../glossary/unexplained.ts'
import type { NameLinks } from '../../lookup/name-links.ts'
import type { Term } from '../../schemas/term.ts'
import { LinkedText } from './linked-text.tsx'
import { StaleMark, TermStatus } from './marks.tsx'
import { OtherNames } from './other-names.tsx'

type FullMeaningsProps = {
  terms: readonly Term[]
  /** the names of other terms in the definitions */
  links?: NameLinks
  /** whether the name is the heading of the page, so that full names tell the meanings apart */
  belowName?: boolean
}

/** What a word means, in full: the meanings stand side by side where there is room. */
export function FullMeanings({ terms, links, belowName = false }: FullMeaningsProps) {
  const areNamesakes = belowName && new Set(terms.map(({ name }) => name)).size === 1
  return (
    <div class="full-meanings">
      {terms.map((term) => (
        <article key={term.id} class="full-meaning">
          <h2>
            <a href={`/terms/${term.id}`}>{(areNamesakes && term.full_name) || term.name}</a>
          </h2>
          {!areNamesakes && term.full_name && <p class="full-name">{term.full_name}</p>}
          <OtherNames {...term} />
          <p class="definition">
            <LinkedText text={term.definition || unexplained} links={links?.get(term.id)} />
          </p>
          <p class="facts">
            <TermStatus term={term} />
            {term.category && <span>{term.category}</span>}
            <span>{term.owner ? `Owner: ${term.owner.display_name}` : 'No owner'}</span>
            {term.is_stale && <StaleMark />}
          </p>
        </article>
      ))}
    </div>
  )
}
