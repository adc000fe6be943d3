import type { Sort, Term } from '../../../lib/schemas/term.ts'
import { StaleMark, TermStatus } from '../../../lib/web/parts/marks.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { directionOf, sortedBy, type TableQuery, tableUrl } from '../../../lib/web/table-query.ts'

type TableProps = {
  query: TableQuery
  terms: readonly Term[]
  /** the IDs of the terms that are selected */
  selected: readonly string[]
}

const columns: { label: string; sort?: Sort }[] = [
  { label: 'Name', sort: 'name' },
  { label: 'Category' },
  { label: 'Status' },
  { label: 'Votes', sort: 'votes' },
  { label: 'Owner' },
  { label: 'Changed', sort: 'updated' },
  { label: 'Confirmed', sort: 'confirmed' },
]

/** Terms in rows that can be selected. The headings sort them. */
export function TermTable({ query, terms, selected }: TableProps) {
  return (
    <table class="term-table">
      <thead>
        <tr>
          <td>
            <input
              type="checkbox"
              class="with-js"
              form="selected"
              data-selects-all
              aria-label="Select all"
            />
          </td>
          {columns.map(({ label, sort }) => (
            <th key={label} scope="col" aria-sort={(sort && directionOf(sort, query)) ?? undefined}>
              {sort ? <a href={tableUrl(sortedBy(sort, query))}>{label}</a> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => (
          <Row key={term.id} term={term} query={query} isSelected={selected.includes(term.id)} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { term: Term; query: TableQuery; isSelected: boolean }

function Row({ term, query, isSelected }: RowProps) {
  const { id, name, full_name, category, vote_count, owner } = term
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          form="selected"
          name="ids"
          value={id}
          checked={isSelected}
          aria-label={`Select ${name}`}
        />
      </td>
      <th scope="row">
        <a
          href={`/terms/${id}`}
          dir="auto"
          aria-label={full_name ? `${name} (${full_name})` : undefined}
        >
          {name}
        </a>{' '}
        {full_name && <i dir="auto">{full_name}</i>}
      </th>
      <td>{category && <a href={tableUrl({ ...query, category })}>{category}</a>}</td>
      <td>
        <TermStatus term={term} /> {term.is_stale && <StaleMark />}
      </td>
      <td>{vote_count}</td>
      <td>
        {owner ? (
          <a href={tableUrl({ ...query, owner: owner.id })}>{owner.display_name}</a>
        ) : (
          'Nobody'
        )}
      </td>
      <td>
        <RelativeTime at={term.updated_at} />
      </td>
      <td>
        <RelativeTime at={term.last_confirmed_at} />
      </td>
    </tr>
  )
}
