import type { Term } from '../../../lib/schemas/term.ts'

/** The name of a term in a list of entries, which leads to its page, with the full name below it. */
export function EntryName({ term }: { term: Pick<Term, 'id' | 'name' | 'full_name'> }) {
  return (
    <div>
      <h3 dir="auto">
        <a href={`/terms/${term.id}`}>{term.name}</a>
      </h3>
      {term.full_name && (
        <p class="full-name" dir="auto">
          {term.full_name}
        </p>
      )}
    </div>
  )
}
