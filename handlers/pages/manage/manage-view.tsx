import type { Problem } from '../../../lib/problem.ts'
import { maxCategoryLength } from '../../../lib/schemas/content.ts'
import type { Ignored } from '../../../lib/web/lenient-query.ts'
import { Announcement } from '../../../lib/web/parts/announcement.tsx'
import { Field, Refusal } from '../../../lib/web/parts/form.tsx'
import { IgnoredFilter } from '../../../lib/web/parts/ignored-filter.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { Pager, PastEnd } from '../../../lib/web/parts/pager.tsx'
import { pageSize, tableUrl } from '../../../lib/web/table-query.ts'
import { FilterForm, TermCount } from './filter-form.tsx'
import type { TableView } from './read-table.ts'
import type { Changed } from './selected-form.ts'
import { DeleteQuestion, Result, Selected } from './selected-view.tsx'
import { TermTable } from './table-view.tsx'

type ManageProps = TableView & {
  /** a filter of the URL that there is not */
  ignored?: Ignored | undefined
  /** what became of the terms that were selected */
  changed?: Changed | undefined
  /** whether to ask before they are deleted */
  isAsked?: boolean
  problem?: Problem | undefined
  /** the form of the refused change */
  typed?: URLSearchParams | undefined
}

/** All terms in a table, for those who look after many of them. */
export function Manage(props: ManageProps) {
  const { ignored, changed, isAsked, problem, typed, terms } = props
  return (
    <>
      <div class="page-head">
        <h1>All terms</h1>
      </div>
      <FilterForm {...props} />
      {ignored && <IgnoredFilter {...ignored} />}
      {problem && <Refusal problem={problem} />}
      {changed && <Result {...changed} />}
      {isAsked && (
        <DeleteQuestion {...props} ids={typed?.getAll('ids') ?? []} terms={terms.items} />
      )}
      <Table {...props} />
    </>
  )
}

type TableProps = TableView &
  Pick<ManageProps, 'isAsked' | 'typed' | 'problem'> & { isPart?: boolean }

/** The terms that match the filters, with what can be done with those that are selected. htmx replaces it. */
export function Table({ isPart = false, ...props }: TableProps) {
  const { query, terms, offset, isAsked, typed } = props
  const { total, items } = terms
  return (
    <>
      <section id="table" class="selectable" aria-label="Terms">
        {items.length === 0 ? (
          <div class="empty">
            {offset > 0 && total > 0 ? (
              <PastEnd href={tableUrl(query)} />
            ) : (
              <p>No terms match these filters.</p>
            )}
          </div>
        ) : (
          <>
            <TermTable query={query} terms={items} selected={typed?.getAll('ids') ?? []} />
            {!isAsked && <Selected {...props} />}
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

type RenameProps = { category: string } & Pick<ManageProps, 'typed' | 'problem'>

function Rename({ category, typed, problem }: RenameProps) {
  return (
    <form
      class="filter rename"
      method="post"
      action={`/categories/${encodeURIComponent(category)}/rename`}
    >
      <Field
        name="name"
        id="new-name"
        label="New name of the category"
        errors={problem?.members.errors}
      >
        {(props) => (
          <input
            {...props}
            required
            maxlength={maxCategoryLength}
            value={typed?.get('name') ?? category}
          />
        )}
      </Field>
      <button type="submit" class="button plain">
        Rename category
      </button>
    </form>
  )
}
