import { statuses } from '../../schemas/term.ts'
import { statusNames } from '../parts/marks.tsx'
import { type Browsing, searchAddress } from './browsing.ts'

/** The most trusted first. */
const tabs = [undefined, ...[...statuses].reverse()]

/** The tabs of the statuses with how many terms each has, and the choice of a category. */
export function Filters(browsing: Browsing) {
  const { status, category, stale, owner, categories, terms } = browsing
  const counts = terms.counts_by_status
  const all = statuses.reduce((sum, each) => sum + counts[each], 0)
  return (
    <div class="filters">
      {Object.entries({ status, stale, owner }).map(
        ([name, value]) =>
          value !== undefined && (
            <input key={name} type="hidden" name={name} value={String(value)} form="search" />
          ),
      )}
      <nav class="tabs" aria-label="Status" hx-boost="true">
        {tabs.map((tab) => (
          <a
            key={tab}
            id={`tab-${tab ?? 'all'}`}
            href={searchAddress({ ...browsing, status: tab })}
            aria-current={tab === status ? 'true' : undefined}
          >
            {tab ? statusNames[tab] : 'All'} <span class="count">{tab ? counts[tab] : all}</span>
          </a>
        ))}
      </nav>
      <CategoryChoice chosen={category} categories={categories} />
      <Narrowing {...browsing} />
    </div>
  )
}

/** What links from messages narrow the list to, and the way out of it. */
function Narrowing(browsing: Browsing) {
  const { stale, owner, terms } = browsing
  if (stale === undefined && owner === undefined) return null
  const name = terms.items[0]?.owner?.display_name ?? 'one owner'
  const whose = owner === 'me' ? 'your terms' : owner ? `the terms of ${name}` : 'terms'
  const state = stale ? ' that may be out of date' : ' that are up to date'
  return (
    <p class="narrowing">
      Only {whose}
      {stale !== undefined && state}.{' '}
      <a href={searchAddress({ ...browsing, stale: undefined, owner: undefined })}>Show all</a>
    </p>
  )
}

type CategoryChoiceProps = { chosen: string | undefined; categories: readonly string[] }

function CategoryChoice({ chosen, categories }: CategoryChoiceProps) {
  const isChosen = (category: string) => category.toLowerCase() === chosen?.toLowerCase()
  const options = chosen && !categories.some(isChosen) ? [chosen, ...categories] : categories
  return (
    <div class="category">
      <label class="unseen" for="category">
        Category
      </label>
      <select id="category" name="category" form="search" hx-get="/" hx-include="#search">
        <option value="">All categories</option>
        {options.map((category) => (
          <option key={category} selected={isChosen(category)}>
            {category}
          </option>
        ))}
      </select>
    </div>
  )
}
