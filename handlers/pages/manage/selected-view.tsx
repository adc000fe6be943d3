import { maxCategoryLength } from '../../../lib/schemas/content.ts'
import { NoDefaultAction } from '../../../lib/web/parts/form.tsx'
import { maxOwnerLength, toFields } from '../../../lib/web/table-query.ts'
import type { TableView } from './read-table.ts'

type SelectedProps = TableView & { typed?: URLSearchParams | undefined }

/** The form that changes all selected terms. Their check boxes are in the table. */
export function Selected({ query, categories, owners, typed }: SelectedProps) {
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
