import { stateWords } from '../../../lib/schemas/states.ts'
import { statuses, totalOf } from '../../../lib/schemas/term.ts'
import { IgnoredFilter } from '../../../lib/web/lenient-query.tsx'
import { type ListProps, listUrl } from '../../../lib/web/list-query.ts'
import { ActionButton } from '../../../lib/web/parts/form.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'

/** Tabs of the statuses, the most trusted first; undefined is "All". */
const tabs = [undefined, ...[...statuses].reverse()]

type FiltersProps = ListProps & {
  /** the ID of the form that the fields belong to */
  form: string
}

/** Tabs with the number of terms in each status, and the category. */
export function Filters({ form, ...props }: FiltersProps) {
  const { q, name, status, category, stale, owner, categories, isFollowed, terms, ignored } = props
  const counts = terms.counts_by_status
  const total = totalOf(counts)
  return (
    <div class="filters">
      {Object.entries({ name, status, stale, owner }).map(
        ([field, value]) =>
          value !== undefined && <input key={field} type="hidden" name={field} value={String(value)} form={form} />,
      )}
      <nav class="tabs" aria-label="Status" hx-boost="true">
        {tabs.map((tab) => (
          <a
            key={tab}
            id={`tab-${tab ?? 'all'}`}
            href={listUrl({ ...props, status: tab })}
            aria-current={tab === status ? 'true' : undefined}
          >
            {tab ? stateWords[tab].name : 'All'} <span class="count">{formatNumber(tab ? counts[tab] : total)}</span>
          </a>
        ))}
      </nav>
      <CategorySelect {...{ form, categories }} selected={category} path={q === undefined ? '/browse' : '/'} />
      {category !== undefined && <FollowCategory {...{ category, isFollowed }} />}
      <LinkedFilters {...props} />
      {ignored && <IgnoredFilter {...ignored} />}
    </div>
  )
}

const ofSome: Record<string, string> = { me: 'your terms', none: 'the terms of nobody' }

/** Describes the filters that only links set, and removes them. */
function LinkedFilters(props: ListProps) {
  const { name, stale, owner, terms } = props
  if (name === undefined && stale === undefined && owner === undefined) return null
  const ownerName = terms.items[0]?.owner?.display_name ?? 'one owner'
  const whose = owner ? (ofSome[owner] ?? `the terms of ${ownerName}`) : 'terms'
  const named = name === undefined ? '' : ` named “${name}”`
  const state = stale ? ' that may be out of date' : ' that are up to date'
  return (
    <p class="linked-filters">
      Only {whose}
      {named}
      {stale !== undefined && state}.{' '}
      <a href={listUrl({ ...props, name: undefined, stale: undefined, owner: undefined })}>Show all</a>
    </p>
  )
}

type CategorySelectProps = { form: string; path: string; selected: string | undefined; categories: readonly string[] }

function CategorySelect({ form, path, selected, categories }: CategorySelectProps) {
  const isSelected = (category: string) => category.toLowerCase() === selected?.toLowerCase()
  const options = selected && !categories.some(isSelected) ? [selected, ...categories] : categories
  return (
    <div class="category">
      <label class="visually-hidden" for="category">
        Category
      </label>
      <select id="category" name="category" form={form} hx-get={path} hx-include={`#${form}`}>
        <option value="">All categories</option>
        {options.map((category) => (
          <option key={category} selected={isSelected(category)}>
            {category}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The whole page is loaded again, with a message. */
function FollowCategory({ category, isFollowed }: { category: string; isFollowed: boolean }) {
  const action = isFollowed ? 'unfollow' : 'follow'
  return (
    <ActionButton action={`/categories/${encodeURIComponent(category)}/${action}`} look="quiet">
      {isFollowed ? 'Stop following' : 'Follow'} {category}
    </ActionButton>
  )
}
