import { formatTitle } from '../document.tsx'
import { Announcement } from '../parts/announcement.tsx'
import { Pager, rangeOf } from '../parts/pager.tsx'
import { Filters } from './filters.tsx'
import { type HomeProps, homeTitle, homeUrl } from './home-query.ts'
import { LetterIndex } from './letter-index.tsx'
import { NoTerms } from './no-terms.tsx'
import { SearchResults, TermsByLetter } from './term-lists.tsx'

/** The home page: the search box and the list of terms. */
export function Home(props: HomeProps) {
  return (
    <>
      <search>
        <form
          id="search"
          class="search"
          action="/"
          hx-get="/"
          hx-target="#results"
          hx-swap="outerHTML"
          hx-trigger="input changed delay:150ms from:#q, submit"
          hx-sync="this:replace"
        >
          <h1>
            <label for="q">What does it mean?</label>
          </h1>
          <div class="searchbox">
            <input
              id="q"
              name="q"
              type="search"
              value={props.q ?? ''}
              maxlength={200}
              placeholder="Acronym or term"
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              autofocus
              aria-controls="results"
              aria-keyshortcuts="/ Control+K Meta+K"
            />
            <span class="key" aria-hidden="true">
              /
            </span>
            <button type="submit" class="button">
              Search
            </button>
          </div>
        </form>
      </search>
      <Results {...props} />
    </>
  )
}

/**
 * Everything below the search box, which htmx replaces. A partial response also sets the title and
 * announces the number of results to screen readers.
 */
export function Results({ isPart = false, ...props }: HomeProps & { isPart?: boolean }) {
  const { q, terms, offset, pageSize, initials } = props
  const isEmpty = terms.items.length === 0
  const range = { total: terms.total, offset, pageSize }
  return (
    <>
      {isPart && <title>{formatTitle(homeTitle(props))}</title>}
      <section id="results" aria-label="Terms" hx-target="#results" hx-swap="outerHTML show:none">
        <Filters {...props} />
        <div class="term-list">
          {initials.length > 0 && <LetterIndex {...props} />}
          {isEmpty && <NoTerms {...props} />}
          {q === undefined ? (
            <TermsByLetter terms={terms.items} />
          ) : (
            <SearchResults terms={terms.items} />
          )}
          <Pager {...range} address={(offset) => homeUrl(props, { offset })} />
        </div>
      </section>
      {isPart && <Announcement text={isEmpty ? 'No terms found' : rangeOf(range)} />}
    </>
  )
}
