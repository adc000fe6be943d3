import { addDays } from '../../../lib/days.ts'
import type { Problem } from '../../../lib/problem.ts'
import { content, maxCategoryLength } from '../../../lib/schemas/content.ts'
import { statuses } from '../../../lib/schemas/term.ts'
import { Choices, Field, NoDefaultAction, Refusal } from '../../../lib/web/parts/form.tsx'
import { statusNames } from '../../../lib/web/parts/marks.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { Pager, PastEnd } from '../../../lib/web/parts/pager.tsx'
import {
  maxOwnerLength,
  pageSize,
  type TableQuery,
  tableUrl,
  toFields,
} from '../../../lib/web/table-query.ts'
import type { TableView } from './read-table.ts'
import type { Edited } from './selected-form.ts'
import { TermTable } from './table-view.tsx'

type ManageProps = TableView & {
  /** what became of the terms that were selected */
  edited?: Edited | undefined
  problem?: Problem | undefined
  /** the form of the refused change */
  typed?: URLSearchParams | undefined
}

/** All terms in a table, for those who look after many of them. */
export function Manage(props: ManageProps) {
  const { query, terms, offset, now, edited, problem, typed } = props
  const thisWeek = { sort: 'updated', updated_since: addDays(now, -7).toISOString() } as const
  return (
    <>
      <div class="page-head">
        <h1>Edit many terms</h1>
        <p class="button-row">
          <a href={tableUrl(thisWeek)}>Changed this week</a>
          <a href={tableUrl({ sort: 'confirmed', order: 'asc' })}>Longest unconfirmed</a>
          {hasFilter(query) && <a href="/terms">Show all terms</a>}
        </p>
      </div>
      <Filter {...props} />
      {problem && <Refusal problem={problem} />}
      {edited && <Result {...edited} />}
      {query.category !== undefined && terms.items.length > 0 && (
        <Rename category={query.category} typed={typed} problem={problem} />
      )}
      {terms.items.length === 0 ? (
        <div class="empty">
          {offset > 0 && terms.total > 0 ? (
            <PastEnd href={tableUrl(query)} />
          ) : (
            <p>No terms match these filters.</p>
          )}
        </div>
      ) : (
        <>
          <Selected {...props} />
          <TermTable query={query} terms={terms.items} selected={typed?.getAll('ids') ?? []} />
          <Pager
            {...{ total: terms.total, offset, pageSize }}
            address={(offset) => tableUrl(query, offset)}
          />
        </>
      )}
    </>
  )
}

const hasFilter = (query: TableQuery) => Object.values(query).some((value) => value !== undefined)

function Filter({ query, categories, terms }: ManageProps) {
  const fields = toFields(query)
  const ownerName = terms.items[0]?.owner?.display_name ?? 'One owner'
  return (
    <form class="filter table-filter" action="/terms">
      {Object.entries({ sort: fields.sort, order: fields.order }).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Choice name="status" label="Status" value={fields.status}>
        {statuses.map((status) => [status, statusNames[status]])}
      </Choice>
      <Choice name="category" label="Category" value={fields.category}>
        {withChosen(categories, fields.category).map((category) => [category, category])}
      </Choice>
      <Choice name="owner" label="Owner" value={fields.owner}>
        {[['me', 'Me'], ...(isUuid(fields.owner) ? [[fields.owner, ownerName] as const] : [])]}
      </Choice>
      <Choice name="stale" label="State" value={fields.stale?.toString()}>
        {[
          ['true', 'May be out of date'],
          ['false', 'Up to date'],
        ]}
      </Choice>
      <div class="field">
        <label for="updated_since">Changed since</label>
        <input id="updated_since" name="updated_since" type="date" value={fields.updated_since} />
      </div>
      <button type="submit" class="button plain">
        Filter
      </button>
    </form>
  )
}

const isUuid = (owner: string | undefined): owner is string => owner !== undefined && owner !== 'me'

type ChoiceProps = {
  name: string
  label: string
  value: string | undefined
  children: readonly (readonly string[])[]
}

function Choice({ name, label, value, children }: ChoiceProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">All</option>
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
  chosen === undefined || categories.some((category) => isSame(category, chosen))
    ? categories
    : [...categories, chosen]

const isSame = (a: string | undefined, b: string | undefined) =>
  a?.toLowerCase() === b?.toLowerCase()

type RenameProps = { category: string } & Pick<ManageProps, 'typed' | 'problem'>

function Rename({ category, typed, problem }: RenameProps) {
  return (
    <form
      class="filter"
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

function Result({ changed, refused }: Edited) {
  return (
    <div class="notice" role="status" tabindex={-1}>
      <p>
        {counted(changed, 'term')} changed
        {refused.length > 0 && `, ${refused.length} not`}.
      </p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ id, detail }) => (
            <li key={id}>
              {detail} <a href={`/terms/${id}`}>Show the term</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type SelectedProps = TableView & { typed?: URLSearchParams | undefined }

/** The form that changes all selected terms. Their check boxes are in the table. */
function Selected({ query, categories, owners, typed }: SelectedProps) {
  const selected = typed?.getAll('ids').length ?? 0
  return (
    <form id="selected" class="selected" method="post" action="/terms/bulk">
      <NoDefaultAction />
      {Object.entries(toFields(query)).map(
        ([name, value]) =>
          value !== undefined && (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ),
      )}
      <p class="selection">
        <label class="with-js">
          <input type="checkbox" data-selects-all /> Select all
        </label>{' '}
        <span data-selected-count={selected}>
          {selected > 0 ? `${selected} selected:` : 'Selected terms:'}
        </span>
      </p>
      <Setting name="category" label="Category" options={categories} typed={typed} />
      <Setting name="owner" label="Owner" options={owners} typed={typed} />
      <div class="field setting">
        <label for="to_in_texts" class="visually-hidden">
          In texts
        </label>
        <Choices
          id="to_in_texts"
          name="to_in_texts"
          dir="auto"
          choices={content.in_texts.choices}
          value={typed?.get('to_in_texts') ?? ''}
        />
        <button type="submit" class="button plain" name="set" value="in_texts">
          Set in texts
        </button>
      </div>
    </form>
  )
}

type SettingProps = Pick<SelectedProps, 'typed'> & {
  name: 'category' | 'owner'
  label: string
  /** suggestions */
  options: readonly string[]
}

function Setting({ name, label, options, typed }: SettingProps) {
  const field = `to_${name}`
  return (
    <div class="field setting">
      <label for={field} class="visually-hidden">
        {name === 'owner' ? 'New owner: a name or an email address' : 'New category'}
      </label>
      <input
        id={field}
        name={field}
        list={`${name}-options`}
        maxlength={name === 'owner' ? maxOwnerLength : maxCategoryLength}
        value={typed?.get(field) ?? ''}
        placeholder={name === 'owner' ? 'Name or email address' : 'No category'}
      />
      <datalist id={`${name}-options`}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
      <button type="submit" class="button plain" name="set" value={name}>
        Set {label.toLowerCase()}
      </button>
    </div>
  )
}
