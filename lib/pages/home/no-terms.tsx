import { statuses } from '../../schemas/term.ts'
import { isText } from '../parts/explain-offer.tsx'
import { statusNames } from '../parts/marks.tsx'
import { UnknownWord } from '../parts/unknown-word.tsx'
import { type HomeProps, hasFilter, homeUrl, isUnknown } from './home-query.ts'

/** Says that no term matches, and what to do next. */
export function NoTerms(props: HomeProps) {
  const { q, offset, terms, answer } = props
  const isPastEnd = offset > 0 && terms.total > 0
  const isGlossaryEmpty = q === undefined && !hasFilter(props)
  return (
    <div class="no-terms">
      {isPastEnd ? (
        <p>
          The list ends before this page. <a href={homeUrl(props)}>Back to the first page</a>
        </p>
      ) : isGlossaryEmpty ? (
        <EmptyGlossary />
      ) : (
        <>
          <h2>{formatHeading(props)}</h2>
          {hasFilter(props) && <OtherTerms {...props} />}
          {answer && isUnknown(props) && (
            <UnknownWord
              word={answer.asked}
              similarNames={answer.instead?.names ?? []}
              isAsked={answer.mayAsk ? false : null}
            />
          )}
        </>
      )}
    </div>
  )
}

function formatHeading(props: HomeProps): string {
  const { q, name, status, category, stale, owner, answer } = props
  if (answer && isUnknown(props)) {
    return isText(answer.asked) ? 'This looks like a text' : `No term is called “${answer.asked}”`
  }
  const kind = status ? `${statusNames[status].toLowerCase()} term` : 'term'
  const whose = owner === 'me' ? ' of yours' : ''
  const where = category ? ` in ${category}` : ''
  const named = name !== undefined && q === undefined ? ` named “${name}”` : ''
  const state = stale ? ' needs review' : ''
  if (q !== undefined) return `No ${kind}${whose}${where} for “${q}”${state && ` that${state}`}`
  return `No ${kind}${whose}${where}${named}${state || ' yet'}`
}

function EmptyGlossary() {
  return (
    <>
      <h2>The glossary is empty</h2>
      <p>Start with the last acronym that you had to explain to someone.</p>
      <p>
        <a class="button" href="/terms/new">
          Add the first term
        </a>
      </p>
    </>
  )
}

/** Links to terms that the filters exclude. */
function OtherTerms({ q, name, status, category, terms, answer }: HomeProps) {
  const inOtherStatuses = statuses.reduce((sum, each) => sum + terms.counts_by_status[each], 0)
  if (status && inOtherStatuses > 0) {
    return (
      <p>
        <a href={homeUrl({ q, name, category })}>
          Show {countResults(inOtherStatuses)} in other statuses
        </a>
      </p>
    )
  }
  if (q === undefined) {
    return (
      <p>
        <a href="/">Show all terms</a>
      </p>
    )
  }
  const total = answer?.instead?.total ?? 0
  return total === 0 ? null : (
    <p>
      <a href={homeUrl({ q })}>Show {countResults(total)} in the whole glossary</a>
    </p>
  )
}

const countResults = (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`
