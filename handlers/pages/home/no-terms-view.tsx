import { statuses } from '../../../lib/schemas/term.ts'
import { hasFilter, listUrl } from '../../../lib/web/list-query.ts'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { PastEnd } from '../../../lib/web/parts/past-end.tsx'
import { headUnknown, UnknownWord } from '../../../lib/web/parts/unknown-word.tsx'
import { isUnknown, type QuickSearch, type SearchProps } from './read-search.ts'
import { describeFilters } from './term-list-view.tsx'

/** Says that no term matches a search, and what to do next. */
export function NoTerms(props: SearchProps) {
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
        <UnknownWord
          word={answer.asked}
          similarNames={answer.instead?.names ?? []}
          isAsked={answer.isAsked}
        />
      )}
    </div>
  )
}

/** Says while one types that there is nothing yet. */
export const NoEntry = ({ asked, names }: QuickSearch['answer']) => (
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
  const inOtherStatuses = statuses.reduce((sum, each) => sum + terms.counts_by_status[each], 0)
  if (status && inOtherStatuses > 0) {
    return (
      <p>
        <a href={listUrl({ q, category })}>
          Show {counted(inOtherStatuses, 'result')} in other statuses
        </a>
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
