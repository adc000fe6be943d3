import { unexplained } from '../../../lib/glossary/unexplained.ts'
import type { SearchSlice } from '../../../lib/lookup/search-to-terms.ts'
import { totalOf } from '../../../lib/schemas/term.ts'
import { formatTitle } from '../../../lib/web/document.tsx'
import { hasFilter, listUrl, pageSize } from '../../../lib/web/list-query.ts'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { counted, formatNumber } from '../../../lib/web/parts/numbers.ts'
import { Pager, PastEnd, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { Announcement, PagePart } from '../../../lib/web/parts/part.tsx'
import { ExplainOffer, headUnknown, isText, UnknownWord } from '../../../lib/web/parts/unknown-word.tsx'
import { isComparison, TellApart } from './compare-view.tsx'
import { Filters } from './filters-form.tsx'
import { type AnswerProps, AnswerSection, describeFilters, SearchResults } from './found-view.tsx'
import { hasNoMatch, isUnknown, type QuickSearch, type SearchProps } from './read-search.ts'

type ResultsProps = SearchProps & {
  isPart?: boolean
  /** whether the reader has just said that two terms are not to be confused */
  isTold?: boolean
}

/**
 * The answer to a search, and the terms that match it; htmx replaces them. A partial response also sets the title and
 * announces the number of results to screen readers.
 */
export function Results({ isPart = false, isTold = false, ...props }: ResultsProps) {
  const { q, terms, answer, offset } = props
  const range = { total: terms.total, offset, pageSize }
  return (
    <>
      {isPart && <title>{formatTitle(q)}</title>}
      <PagePart id="results" label="Terms" says={isPart && summarize(props)}>
        <AnswerSection {...answer}>
          {isComparison(q) && <TellApart {...answer} compared={q} isTold={isTold} />}
        </AnswerSection>
        {(!hasNoMatch(props) || hasFilter(props)) && <Filters {...props} form="search" />}
        <div class="term-list">
          {isText(q) && !hasNoMatch(props) && <ExplainOffer text={q} />}
          {hasNoMatch(props) && <NoTerms {...props} />}
          <SearchResults {...props} />
          <Pager {...range} address={(offset) => listUrl(props, { offset })} />
        </div>
      </PagePart>
    </>
  )
}

/** What the dialog shows while one types; htmx replaces it. */
export function QuickResults({ search }: { search: QuickSearch | null }) {
  return (
    <>
      <section id="quick-results" aria-label="Results">
        {search && <QuickContent {...search} />}
      </section>
      <Announcement region="quick-announcement" text={search ? summarize({ ...search, offset: 0 }) : ''} />
    </>
  )
}

/** The answer and the other terms that match. */
function QuickContent(search: QuickSearch) {
  const { terms, answer } = search
  return (
    <>
      <AnswerSection {...answer} />
      {hasNoMatch(search) && <NoEntry {...answer} />}
      <SearchResults {...search} />
      {terms.total > terms.items.length && (
        <p>
          <a href={listUrl(search)}>See all {formatNumber(terms.total)} results</a>
        </p>
      )}
    </>
  )
}

type Summarized = { terms: SearchSlice; answer: AnswerProps & { names?: readonly string[] }; offset: number }

/** What a search has found, for screen readers. */
function summarize({ terms, answer, offset }: Summarized): string {
  if (hasNoMatch({ terms })) {
    const { names = terms.items.map(({ name }) => name) } = answer
    const similar = names.slice(0, 5)
    return similar.length > 0 ? `No terms found. Similar: ${similar.join(', ')}` : 'No terms found'
  }
  const range = rangeOf({ total: terms.total, offset, pageSize })
  const first = answer.meanings[0]?.term
  if (!first) return range
  const what =
    answer.total > 1 ? `${answer.total} meanings` : (first.full_name ?? excerpt(first.definition || unexplained))
  return `${first.name}: ${what}. ${range}`
}

function NoTerms(props: SearchProps) {
  const { offset, terms, answer } = props
  if (offset > 0 && terms.total > 0) {
    return (
      <div class="no-terms">
        <PastEnd href={listUrl(props)} />
      </div>
    )
  }
  return (
    <div class="no-terms">
      <h2>{formatHeading(props)}</h2>
      {hasFilter(props) && <OtherTerms {...props} />}
      {isUnknown(props) && (
        <UnknownWord word={answer.asked} similarNames={answer.instead?.names ?? []} isAsked={answer.isAsked} />
      )}
    </div>
  )
}

/** Says while one types that there is nothing yet. */
const NoEntry = ({ asked, names }: QuickSearch['answer']) => (
  <div class="no-terms">
    <h2>{headUnknown(asked)}</h2>
    <UnknownWord word={asked} similarNames={names} isAsked={null} />
  </div>
)

function formatHeading(props: SearchProps): string {
  const { q, stale, answer } = props
  if (!isUnknown(props)) {
    return `No ${describeFilters(props)} for “${q}”${stale ? ' that may be out of date' : ''}`
  }
  return headUnknown(answer.asked)
}

/** Links to terms that the filters exclude. */
function OtherTerms({ q, status, category, terms, answer }: SearchProps) {
  const inOtherStatuses = totalOf(terms.counts_by_status)
  if (status && inOtherStatuses > 0) {
    return (
      <p>
        <a href={listUrl({ q, category })}>Show {counted(inOtherStatuses, 'result')} in other statuses</a>
      </p>
    )
  }
  const total = answer.instead?.total ?? 0
  return total === 0 ? null : (
    <p>
      <a href={listUrl({ q })}>Show {counted(total, 'result')} in the whole glossary</a>
    </p>
  )
}
