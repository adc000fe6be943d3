import { unexplained } from '../../glossary/unexplained.ts'
import type { Term } from '../../schemas/term.ts'
import { excerpt } from '../parts/excerpt.ts'
import { StaleMark, StatusMark } from '../parts/marks.tsx'
import type { HomeProps } from './home-query.ts'
import { letterOf } from './letter-index.tsx'

/** Search results, the most relevant first, without those that are the answer. */
export function SearchResults({ terms, answer }: Pick<HomeProps, 'terms' | 'answer'>) {
  const meanings = answer?.meanings ?? []
  const others = terms.items.filter(({ id }) => meanings.every((term) => term.id !== id))
  if (others.length === 0) return null
  const isSimilar = terms.did_you_mean !== undefined
  const heading = isSimilar ? 'Similar names' : meanings.length > 0 ? 'Other results' : 'Results'
  return (
    <section>
      <h2 class={heading === 'Results' ? 'visually-hidden' : 'label'}>{heading}</h2>
      <TermList terms={others} />
    </section>
  )
}

function TermList({ terms }: { terms: readonly Term[] }) {
  return (
    <ol class="entries">
      {terms.map((term) => (
        <TermItem key={term.id} {...term} />
      ))}
    </ol>
  )
}

/** Terms by name, grouped by their first letter. */
export function TermsByLetter({ terms }: { terms: readonly Term[] }) {
  const groups = new Map<string, Term[]>()
  for (const term of terms) {
    const letter = letterOf(term.name)
    groups.set(letter, [...(groups.get(letter) ?? []), term])
  }
  return (
    <div class="letter-groups">
      {[...groups].map(([letter, group]) => (
        <section key={letter}>
          <h2>{letter}</h2>
          <TermList terms={group} />
        </section>
      ))}
    </div>
  )
}

function TermItem(term: Term) {
  return (
    <li class="entry">
      <div>
        <h3>
          <a href={`/terms/${term.id}`}>{term.name}</a>
        </h3>
        {term.full_name && <p class="full-name">{term.full_name}</p>}
      </div>
      <div>
        <p class="definition">{excerpt(term.definition || unexplained)}</p>
        <p class="facts">
          <StatusMark status={term.status} />
          <span>{formatVotes(term.vote_count)}</span>
          {term.category && <span>{term.category}</span>}
          {term.is_stale && <StaleMark />}
        </p>
      </div>
    </li>
  )
}

const formatVotes = (count: number) => `${count} ${count === 1 ? 'vote' : 'votes'}`
