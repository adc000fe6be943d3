import { unexplained } from '../../glossary/unexplained.ts'
import { formatTitle } from '../document.tsx'
import { Announcement } from '../parts/announcement.tsx'
import { excerpt } from '../parts/excerpt.ts'
import { ExplainOffer, isText } from '../parts/explain-offer.tsx'
import { Pager, rangeOf } from '../parts/pager.tsx'
import { Answer } from './answer.tsx'
import { Filters } from './filters.tsx'
import { type HomeProps, hasNoMatch, homeTitle, homeUrl, pageSize } from './home-query.ts'
import { LetterIndex } from './letter-index.tsx'
import { NoTerms } from './no-terms.tsx'
import { SearchResults, TermsByLetter } from './term-lists.tsx'
import { WantedOnHome } from './wanted.tsx'

/** The home page: the search box, the answer and the list of terms. */
export function Home(props: HomeProps) {
  return (
    <>
      <search>
        <form id="search" class="search" action="/t">
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
              hx-get="/"
              hx-trigger="input changed delay:150ms"
              hx-include="#search"
              hx-target="#results"
              hx-swap="outerHTML"
              hx-sync="this:replace"
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
      <ExplainOffer id="explain-pasted" text="" hidden />
      <Results {...props} />
    </>
  )
}

/**
 * Everything below the search box, which htmx replaces. A partial response also sets the title and
 * announces the number of results to screen readers.
 */
export function Results({ isPart = false, ...props }: HomeProps & { isPart?: boolean }) {
  const { q, terms, answer, offset, initials } = props
  const range = { total: terms.total, offset, pageSize }
  return (
    <>
      {isPart && <title>{formatTitle(homeTitle(props))}</title>}
      <section id="results" aria-label="Terms" hx-target="#results" hx-swap="outerHTML show:none">
        <Filters {...props} />
        <WantedOnHome names={props.wanted} />
        <div class="term-list">
          {initials.length > 0 && <LetterIndex {...props} />}
          {answer && <Answer {...answer} />}
          {q !== undefined && isText(q) && !hasNoMatch(props) && <ExplainOffer text={q} />}
          {hasNoMatch(props) && <NoTerms {...props} />}
          {q === undefined ? <TermsByLetter terms={terms.items} /> : <SearchResults {...props} />}
          <Pager {...range} address={(offset) => homeUrl(props, { offset })} />
        </div>
      </section>
      {isPart && <Announcement text={summarize(props)} />}
    </>
  )
}

/** What a search has found, for screen readers. */
function summarize(props: HomeProps): string {
  const { terms, answer, offset } = props
  if (hasNoMatch(props)) {
    const similar = terms.items.map(({ name }) => name).slice(0, 5)
    return similar.length > 0 ? `No terms found. Similar: ${similar.join(', ')}` : 'No terms found'
  }
  const range = rangeOf({ total: terms.total, offset, pageSize })
  const first = answer?.meanings[0]
  if (!first) return range
  const what =
    answer.total > 1
      ? `${answer.total} meanings`
      : (first.full_name ?? excerpt(first.definition || unexplained))
  return `${first.name}: ${what}. ${range}`
}
