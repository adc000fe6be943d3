import type { Term } from '../../../lib/schemas/term.ts'

/** The name of a term in a list of entries, which leads to its page, with the full name below it. */
export function EntryName({
  term,
  isAmbiguous = false,
}: {
  term: Pick<Term, 'id' | 'name' | 'full_name'>
  /** whether another entry has this name, so that the link has to say which meaning it leads to */
  isAmbiguous?: boolean
}) {
  return (
    <div>
      <h3 dir="auto">
        <a
          href={`/terms/${term.id}`}
          aria-label={
            isAmbiguous && term.full_name ? `${term.name} (${term.full_name})` : undefined
          }
        >
          {term.name}
        </a>
      </h3>
      {term.full_name && (
        <p class="full-name" dir="auto">
          {term.full_name}
        </p>
      )}
    </div>
  )
}
