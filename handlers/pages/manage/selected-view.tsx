import type { ComponentChildren } from 'preact'
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

/**
 * What can be done with the selected terms, whose check boxes are in the table: their number, and four menus. It is
 * there once one is selected.
 */
export function Selected({ typed, ...view }: SelectedProps) {
  const { categories, owners } = view
  const selected = typed?.getAll('ids').length ?? 0
  const names = owners.map(({ name }) => name)
  const refused = typed?.get('set')
  return (
    <form id="selected" class="selected" method="post" action="/terms/bulk">
      <NoDefaultAction />
      <PlaceFields {...view} />
      <span data-selected-count={selected} aria-live="polite">
        {selected > 0 ? `${selected} selected:` : 'Selected terms:'}
      </span>
      <Menu label="Confirm">
        <Action set="confirm">Still right</Action>
        <p class="hint">They are up to date.</p>
        <Action set="promote">Approve</Action>
        <p class="hint">Pending terms become community, and community terms with enough votes official.</p>
      </Menu>
      <Menu label="Category" isOpen={refused === 'category'}>
        <Setting name="category" label="Category" options={categories} typed={typed} />
      </Menu>
      <Menu label="Owner" isOpen={refused === 'owner'}>
        <Setting name="owner" label="Owner" options={names} typed={typed} />
      </Menu>
      <Menu label="More">
        <div class="field">
          <label for="to_in_texts">Underline in texts</label>
          <div class="setting">
            <Choices
              id="to_in_texts"
              name="to_in_texts"
              dir="auto"
              choices={content.in_texts.choices}
              value={typed?.get('to_in_texts') ?? ''}
            />
            <Action set="in_texts">Set</Action>
          </div>
        </div>
        <Action set="delete">Delete…</Action>
      </Menu>
    </form>
  )
}

type EverydayProps = TableView & { selected: readonly string[] }

/** What can be done with names that are everyday words, all of which are selected. */
export function Everyday({ selected, ...view }: EverydayProps) {
  return (
    <form id="selected" class="selected" method="post" action="/terms/bulk">
      <NoDefaultAction />
      <PlaceFields {...view} />
      <p>
        Texts underline these names in any case, also where the word means nothing special. A lookup finds them all the
        same.
      </p>
      <p class="bar button-row">
        <span data-selected-count={selected.length} aria-live="polite">
          {selected.length} selected:
        </span>
        <Action set="exact">{content.in_texts.choices.exact}</Action>
        <Action set="never">{content.in_texts.choices.never}</Action>
      </p>
    </form>
  )
}

/** A button that opens what it offers; of several, one is open at a time. */
const Menu = ({
  label,
  isOpen = false,
  children,
}: {
  label: string
  isOpen?: boolean
  children: ComponentChildren
}) => (
  <details class="bulk-menu" name="bulk-menu" open={isOpen}>
    <summary>{label}</summary>
    <div>{children}</div>
  </details>
)

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
    <div class="field">
      <label for={field}>{name === 'owner' ? 'New owner' : 'New category'}</label>
      <div class="setting">
        <input
          id={field}
          name={field}
          list={`${name}-options`}
          maxlength={name === 'owner' ? maxOwnerLength : maxCategoryLength}
          value={typed?.get(field) ?? ''}
          aria-describedby={`${field}-hint`}
        />
        <Action set={name}>{`Set ${label.toLowerCase()}`}</Action>
      </div>
      <p class="hint" id={`${field}-hint`}>
        {name === 'owner' ? 'A name or an email address. ' : ''}Empty: they have none.
      </p>
      <datalist id={`${name}-options`}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </div>
  )
}

type QuestionProps = Pick<TableView, 'query' | 'offset'> & { ids: readonly string[]; terms: readonly Term[] }

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
  exact: 'changed',
  never: 'changed',
  confirm: 'confirmed',
  promote: 'approved',
  delete: 'deleted',
}

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
