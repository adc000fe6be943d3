import type { Category } from '../../lookup/browse.ts'
import { formatTitle } from '../document.tsx'
import { buildUrl } from '../parts/url.ts'
import type { SearchProps } from '../search/read-search.ts'
import { Results } from '../search/results.tsx'
import { SearchBox } from '../search/search-box.tsx'

export type StartProps = {
  categories: readonly Category[]
}

/** The home page: the search box, and below it the answer or, without a search, where to start. */
export function Home({ search, start }: { search?: SearchProps; start?: StartProps }) {
  return (
    <>
      <SearchBox q={search?.q} target="results" isFocused />
      {search && <Results {...search} />}
      {start && <Start {...start} />}
    </>
  )
}

/** What the home page shows without a search; htmx replaces it by results. */
export function Start({ isPart = false, ...props }: StartProps & { isPart?: boolean }) {
  return (
    <>
      {isPart && <title>{formatTitle('Home')}</title>}
      <section id="results" class="start" aria-label="Start">
        <Categories {...props} />
      </section>
    </>
  )
}

function Categories({ categories }: StartProps) {
  if (categories.length === 0) return null
  return (
    <section class="by-category">
      <h2>
        By category <a href="/browse">Browse A–Z</a>
      </h2>
      <ul>
        {categories.map(({ category, count }) => (
          <li key={category}>
            <a href={buildUrl('/browse', { category })}>{category}</a> {count}
          </li>
        ))}
      </ul>
    </section>
  )
}
