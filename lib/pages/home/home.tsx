import { Announcement } from '../parts/announcement.tsx'
import { Pager, rangeOf } from '../parts/pager.tsx'
import { type Browsing, searchAddress } from './browsing.ts'
import { Found, Lexicon } from './entries.tsx'
import { Filters } from './filters.tsx'
import { Letters } from './letters.tsx'
import { Nothing } from './nothing.tsx'

/** The home page: the search, and the glossary below it. */
export function Home(browsing: Browsing) {
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
              value={browsing.q ?? ''}
              maxlength={200}
              placeholder="Acronym or word"
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
              Look up
            </button>
          </div>
        </form>
      </search>
      <Results {...browsing} />
    </>
  )
}

/** All below the search: what htmx swaps. As a part of its own it says aloud what was found. */
export function Results({ isPart = false, ...browsing }: Browsing & { isPart?: boolean }) {
  const { q, terms, offset, pageSize, initials } = browsing
  const isEmpty = terms.items.length === 0
  const range = { total: terms.total, offset, pageSize }
  return (
    <>
      <section id="results" aria-label="Terms" hx-target="#results" hx-swap="outerHTML show:none">
        <Filters {...browsing} />
        <div class="book">
          {initials.length > 0 && <Letters {...browsing} />}
          {isEmpty && <Nothing {...browsing} />}
          {q === undefined ? <Lexicon terms={terms.items} /> : <Found terms={terms.items} />}
          <Pager {...range} address={(offset) => searchAddress(browsing, { offset })} />
        </div>
      </section>
      {isPart && <Announcement text={isEmpty ? 'Nothing found' : rangeOf(range)} />}
    </>
  )
}
