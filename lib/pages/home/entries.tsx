import type { Term } from '../../schemas/term.ts'
import { excerpt } from '../parts/excerpt.ts'
import { StaleMark, StatusMark } from '../parts/marks.tsx'
import { letterOf } from './letters.tsx'

/** Terms in the order of a search. */
export function Found({ terms }: { terms: readonly Term[] }) {
  if (terms.length === 0) return null
  return (
    <section>
      <h2 class="unseen">What was found</h2>
      <EntryList terms={terms} />
    </section>
  )
}

function EntryList({ terms }: { terms: readonly Term[] }) {
  return (
    <ol class="entries">
      {terms.map((term) => (
        <Entry key={term.id} {...term} />
      ))}
    </ol>
  )
}

/** Terms by name, under their letters. */
export function Lexicon({ terms }: { terms: readonly Term[] }) {
  const letters = new Map<string, Term[]>()
  for (const term of terms) {
    const letter = letterOf(term.name)
    letters.set(letter, [...(letters.get(letter) ?? []), term])
  }
  return (
    <div class="lexicon">
      {[...letters].map(([letter, entries]) => (
        <section key={letter}>
          <h2>{letter}</h2>
          <EntryList terms={entries} />
        </section>
      ))}
    </div>
  )
}

function Entry(term: Term) {
  return (
    <li class="entry">
      <div>
        <h3>
          <a href={`/terms/${term.id}`}>{term.name}</a>
        </h3>
        {term.full_name && <p class="full-name">{term.full_name}</p>}
      </div>
      <div>
        <p class="definition">{excerpt(term.definition)}</p>
        <p class="facts">
          <StatusMark status={term.status} />
          <span>{votes(term.vote_count)}</span>
          {term.category && <span>{term.category}</span>}
          {term.is_stale && <StaleMark />}
        </p>
      </div>
    </li>
  )
}

const votes = (count: number) => `${count} ${count === 1 ? 'vote' : 'votes'}`
