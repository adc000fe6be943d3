import { content, maxCategoryLength } from '../../../lib/schemas/content.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { Choices, Hidden, NoDefaultAction } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { maxOwnerLength, tableUrl, toFields } from '../../../lib/web/table-query.ts'
import type { TableView } from './read-table.ts'
import type { Changed } from './selected-form.ts'

type SelectedProps = TableView & {
  /** the form of a change that was refused */
  typed?: URLSearchParams | undefined
}

/** What can be done with the selected terms, whose check boxes are in the table. It is there once one is selected. */
export function Selected({ typed, ...view }: SelectedProps) {
  const { categories, owners } = view
  const selected = typed?.getAll('ids').length ?? 0
  const names = owners.map(({ name }) => name)
  return (
    <form id="selected" class="selected" method="post" action="/terms/bulk">
      <NoDefaultAction />
      <PlaceFields {...view} />
      <p class="bar button-row">
        <span data-selected-count={selected} aria-live="polite">
          {selected > 0 ? `${selected} selected:` : 'Selected terms:'}
        </span>
        <Action set="confirm">Still right</Action>
        <Action set="promote">Approve</Action>
        <Action set="delete">Delete</Action>
      </p>
      <Setting name="category" label="Category" options={categories} typed={typed} />
      <Setting name="owner" label="Owner" options={names} typed={typed} />
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
        <Action set="in_texts">Set in texts</Action>
      </div>
    </form>
  )
}

const Action = ({ set, children }: { set: Changed['how']; children: string }) => (
  <button type="submit" class="button plain" name="set" value={set}>
    {children}
  </button>
)

/** The place in the table, to which the answer leads back. */
const PlaceFields = ({ query, offset }: Pick<TableView, 'query' | 'offset'>) => (
  <Hidden {...toFields(query)} offset={offset || undefined} />
)

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
        placeholder={name === 'owner' ? 'Name or email address' : 'New category'}
      />
      <datalist id={`${name}-options`}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
      <Action set={name}>{`Set ${label.toLowerCase()}`}</Action>
    </div>
  )
}

type QuestionProps = Pick<TableView, 'query' | 'offset'> & { ids: readonly string[]; terms: readonly Term[] }

/** Asks before terms are deleted. */
export function DeleteQuestion({ query, offset, ids, terms }: QuestionProps) {
  const names = terms.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  const number = counted(ids.length, 'term')
  return (
    <form class="notice question" method="post" action="/terms/bulk" aria-label="Delete">
      <PlaceFields query={query} offset={offset} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      <Hidden is_sure />
      <p>Delete {number}? Their votes and history go with them; the audit log keeps their content.</p>
      {names.length > 0 && <p dir="auto">{names.join(', ')}</p>}
      <p class="button-row">
        <button type="submit" class="button" name="set" value="delete">
          Delete {number}
        </button>
        <a href={tableUrl(query, offset)} autofocus>
          Keep {ids.length === 1 ? 'it' : 'them'}
        </a>
      </p>
    </form>
  )
}

const participles: Record<Changed['how'], string> = {
  category: 'changed',
  owner: 'changed',
  in_texts: 'changed',
  confirm: 'confirmed',
  promote: 'approved',
  delete: 'deleted',
}

/** What became of the selected terms. */
export function Result({ how, done, refused }: Changed) {
  return (
    <div class="notice" role="status" tabindex={-1}>
      <p>
        {counted(done, 'term')} {participles[how]}
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
