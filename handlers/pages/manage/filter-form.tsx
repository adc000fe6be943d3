import { addDays } from '../../../lib/days.ts'
import { stateWords } from '../../../lib/schemas/states.ts'
import { statuses } from '../../../lib/schemas/term.ts'
import { Hidden } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { type TableQuery, tableUrl, toFields } from '../../../lib/web/table-query.ts'
import type { TableView } from './read-table.ts'

/**
 * The filters of the table, in a line. Each works at once; htmx replaces the table, and the number of terms beside
 * them.
 */
export function FilterForm(props: TableView) {
  const { query, categories, owners, terms, now } = props
  const fields = toFields(query)
  const ownerName = terms.items[0]?.owner?.display_name ?? 'One owner'
  const isListed = ['me', 'none', ...owners.map(({ id }) => id)].includes(fields.owner ?? 'me')
  return (
    <search>
      <form
        class="filter table-filter"
        action="/terms"
        hx-get="/terms"
        hx-target="#table"
        hx-swap="outerHTML show:none"
        hx-trigger="input changed delay:200ms from:#table-q, change, submit"
        hx-sync="this:replace"
      >
        <Hidden
          {...{ stale: fields.stale, import: fields.import, everyday: fields.everyday }}
          {...{ sort: fields.sort, order: fields.order }}
        />
        <div class="field">
          <label for="table-q" class="visually-hidden">
            Name, alias or definition
          </label>
          <input
            id="table-q"
            name="q"
            type="search"
            value={fields.q ?? ''}
            placeholder="Name, alias or definition"
            maxlength={200}
            autocomplete="off"
            spellcheck={false}
          />
        </div>
        <div class="filter-choices">
          <Choice name="status" label="Status" any="Any status" value={fields.status}>
            {statuses.map((status) => [status, stateWords[status].name])}
          </Choice>
          <Choice name="category" label="Category" any="Any category" value={fields.category}>
            {withChosen(categories, fields.category).map((category) => [category, category])}
          </Choice>
          <Choice name="owner" label="Owner" any="Any owner" value={fields.owner}>
            {[
              ['none', 'Nobody'],
              ['me', 'Me'],
              ...owners.map(({ id, name }) => [id, name] as const),
              ...(isListed ? [] : [[fields.owner ?? '', ownerName] as const]),
            ]}
          </Choice>
          <Choice name="updated_since" label="Updated" any="Any date" value={fields.updated_since}>
            {periods(now, fields.updated_since)}
          </Choice>
        </div>
        <button type="submit" class="button plain without-js">
          Filter
        </button>
        <TermCount {...props} />
      </form>
    </search>
  )
}

/** How many terms match. It is outside of what htmx replaces, so each part brings it along. */
export function TermCount({ query, terms, isPart = false }: Pick<TableView, 'query' | 'terms'> & { isPart?: boolean }) {
  const { stale } = query
  return (
    <p id="term-count" class="term-count" hx-swap-oob={isPart ? 'true' : undefined}>
      <span>{counted(terms.total, 'term')}</span>
      {stale === undefined ? (
        <a href={tableUrl({ ...query, stale: true })}>May be out of date</a>
      ) : (
        <span>{stale ? 'Only those that may be out of date' : 'Only those that are up to date'}</span>
      )}
      {query.everyday ? (
        <span>Only names that are everyday words</span>
      ) : (
        <a href={tableUrl({ ...query, everyday: 'true' })}>Everyday words</a>
      )}
      {query.import !== undefined && <span>Only those of an import</span>}
      {hasFilter(query) && <a href="/terms">Show all terms</a>}
    </p>
  )
}

/** Whether some terms are left out. */
export const hasFilter = (query: TableQuery) => Object.values(query).some((value) => value !== undefined)

const days = [
  [7, 'Updated in the last 7 days'],
  [30, 'Updated in the last 30 days'],
  [90, 'Updated in the last 90 days'],
] as const

/** Times since when a term has changed, as days. Another one is there if the URL has it. */
function periods(now: Date, chosen: string | undefined) {
  const options = days.map(([count, text]) => [toDay(addDays(now, -count)), text])
  if (chosen === undefined || options.some(([day]) => day === chosen)) return options
  return [...options, [chosen, `Updated since ${chosen}`]]
}

const toDay = (time: Date) => time.toISOString().slice(0, '2026-11-25'.length)

type ChoiceProps = {
  name: string
  label: string
  /** what it says if nothing is chosen */
  any: string
  value: string | undefined
  children: readonly (readonly (string | undefined)[])[]
}

function Choice({ name, label, any, value, children }: ChoiceProps) {
  return (
    <div class="field">
      <label for={name} class="visually-hidden">
        {label}
      </label>
      <select id={name} name={name}>
        <option value="">{any}</option>
        {children.map(([option, text]) => (
          <option key={option} value={option} selected={isSame(option, value)}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A category is gone once its last term has another one. The filter still says what it shows. */
const withChosen = (categories: readonly string[], chosen: string | undefined) =>
  chosen === undefined || categories.some((category) => isSame(category, chosen)) ? categories : [...categories, chosen]

const isSame = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase()
