import type { CategoryToJoin } from '../../../lib/glossary/rename-category.ts'
import { isEverydayName } from '../../../lib/lookup/english-words.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { Sort, Term } from '../../../lib/schemas/term.ts'
import { type Ignored, IgnoredFilter } from '../../../lib/web/lenient-query.tsx'
import { Refusal } from '../../../lib/web/parts/form.tsx'
import { StaleMark, TermStatus } from '../../../lib/web/parts/marks.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { Pager, PastEnd } from '../../../lib/web/parts/pager.tsx'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { directionOf, pageSize, sortedBy, type TableQuery, tableUrl } from '../../../lib/web/table-query.ts'
import { FilterForm, hasFilter, TermCount } from './filter-form.tsx'
import type { TableView } from './read-table.ts'
import { JoinQuestion, Rename } from './rename-view.tsx'
import type { Changed } from './selected-form.ts'
import { DeleteQuestion, Everyday, Result, Selected } from './selected-view.tsx'

type ManageProps = TableView & {
  /** a filter of the URL that there is not */
  ignored?: Ignored | undefined
  /** what became of the terms that were selected */
  changed?: Changed | undefined
  /** whether to ask before they are deleted */
  isAsked?: boolean
  /** the category that the one shown would be joined with, which is asked first */
  joined?: CategoryToJoin | undefined
  problem?: Problem | undefined
  /** the form of the refused change */
  typed?: URLSearchParams | undefined
}

/** All terms in a table, for those who look after many of them. */
export function Manage(props: ManageProps) {
  const { ignored, changed, isAsked, joined, problem, typed, terms, query } = props
  return (
    <>
      {changed && <Result {...changed} />}
      <PageHead title="All terms" />
      <FilterForm {...props} />
      {ignored && <IgnoredFilter {...ignored} />}
      {problem && <Refusal problem={problem} values={typed} />}
      {isAsked && <DeleteQuestion {...props} ids={typed?.getAll('ids') ?? []} terms={terms.items} />}
      {joined && <JoinQuestion from={query.category ?? ''} to={typed?.get('name') ?? ''} {...joined} />}
      <Table {...props} />
    </>
  )
}

type TableProps = TableView & Pick<ManageProps, 'isAsked' | 'typed' | 'problem'> & { isPart?: boolean }

/** The terms that match the filters, with what can be done with those that are selected. htmx replaces it. */
export function Table({ isPart = false, ...props }: TableProps) {
  const { query, terms, offset, isAsked, typed } = props
  const { total, items } = terms
  const selected = typed?.getAll('ids') ?? (query.everyday ? items.map(({ id }) => id) : [])
  return (
    <>
      <section id="table" class="selectable" aria-label="Terms">
        {items.length === 0 ? (
          <div class="empty">
            {offset > 0 && total > 0 ? (
              <PastEnd href={tableUrl(query)} />
            ) : (
              <p>{hasFilter(query) ? 'No terms match these filters.' : <NoTerms />}</p>
            )}
          </div>
        ) : (
          <>
            <TermTable query={query} terms={items} selected={selected} />
            {!isAsked && (query.everyday ? <Everyday {...props} selected={selected} /> : <Selected {...props} />)}
            <Pager {...{ total, offset, pageSize }} address={(offset) => tableUrl(query, offset)} />
            {query.category !== undefined && <Rename {...props} category={query.category} />}
          </>
        )}
      </section>
      {isPart && <TermCount {...props} isPart />}
      {isPart && <Announcement text={counted(total, 'term')} />}
    </>
  )
}

const NoTerms = () => (
  <>
    There are no terms yet. <a href="/terms/new">Add one</a> or <a href="/import">import a list</a>.
  </>
)

type TermTableProps = { query: TableQuery; terms: readonly Term[]; selected: readonly string[] }

const columns: { label: string; sort?: Sort }[] = [
  { label: 'Name', sort: 'name' },
  { label: 'Category' },
  { label: 'Status' },
  { label: 'Votes', sort: 'votes' },
  { label: 'Owner' },
  { label: 'Updated', sort: 'updated' },
  { label: 'Confirmed', sort: 'confirmed' },
]

/** Terms in rows that can be selected. The headings sort them. */
function TermTable({ query, terms, selected }: TermTableProps) {
  return (
    <table class="term-table">
      <thead>
        <tr>
          <td>
            <input type="checkbox" class="with-js" form="selected" data-selects-all aria-label="Select all" />
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

/** What texts do with a name that is an everyday word. */
const everydayMarks: Record<Term['in_texts'], string> = {
  auto: 'everyday word',
  exact: 'everyday word, marked as written',
  never: 'everyday word, never marked',
}

type RowProps = { term: Term; query: TableQuery; isSelected: boolean }

function Row({ term, query, isSelected }: RowProps) {
  const { id, name, full_name, category, vote_count, owner, in_texts } = term
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
        <a href={`/terms/${id}`} dir="auto" aria-label={full_name ? `${name} (${full_name})` : undefined}>
          {name}
        </a>{' '}
        {full_name && <i dir="auto">{full_name}</i>}
        {isEverydayName(name) && <i>{everydayMarks[in_texts]}</i>}
      </th>
      <td>{category && <a href={tableUrl({ ...query, category })}>{category}</a>}</td>
      <td>
        <TermStatus term={term} /> {term.is_stale && <StaleMark />}
      </td>
      <td>{vote_count}</td>
      <td>{owner ? <a href={tableUrl({ ...query, owner: owner.id })}>{owner.display_name}</a> : 'Nobody'}</td>
      <td>
        <RelativeTime at={term.updated_at} />
      </td>
      <td>
        <RelativeTime at={term.last_confirmed_at} />
      </td>
    </tr>
  )
}
