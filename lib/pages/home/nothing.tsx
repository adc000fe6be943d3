import { type Status, statuses } from '../../schemas/term.ts'
import { addressOf } from '../parts/address.ts'
import { statusNames } from '../parts/marks.tsx'
import { type Browsing, searchAddress } from './browsing.ts'

/** What to do where there is no term to show. */
export function Nothing(browsing: Browsing) {
  const { q, status, category, stale, owner, offset, terms } = browsing
  const isNarrowed = status || category || stale !== undefined || owner
  const elsewhere = statuses.reduce((sum, each) => sum + terms.counts_by_status[each], 0)
  return (
    <div class="nothing">
      {offset > 0 && terms.total > 0 ? (
        <p>
          The list ends before this page.{' '}
          <a href={searchAddress(browsing)}>Back to its beginning</a>
        </p>
      ) : q === undefined && !isNarrowed ? (
        <Beginning />
      ) : (
        <>
          <h2>{heading(browsing)}</h2>
          {isNarrowed && <Elsewhere {...{ q, status, category, elsewhere }} />}
          {q !== undefined && elsewhere === 0 && <Unknown q={q} close={browsing.close} />}
        </>
      )}
    </div>
  )
}

function heading({ q, status, category, stale, owner }: Browsing): string {
  const kind = status ? `${statusNames[status].toLowerCase()} term` : 'term'
  const whose = owner === 'me' ? ' of yours' : ''
  const place = category ? ` in ${category}` : ''
  const state = stale ? ' may be out of date' : ''
  if (q !== undefined) return `No ${kind}${whose}${place} for “${q}”${state && ` that${state}`}`
  return `No ${kind}${whose}${place}${state || ' yet'}`
}

function Beginning() {
  return (
    <>
      <h2>An empty book</h2>
      <p>Nobody has written anything down yet. Begin with the word that you had to explain last.</p>
      <p>
        <a class="button" href="/terms/new">
          Add the first term
        </a>
      </p>
    </>
  )
}

type ElsewhereProps = { q?: string; status?: Status; category?: string; elsewhere: number }

function Elsewhere({ q, status, category, elsewhere }: ElsewhereProps) {
  return (
    <p>
      {status && elsewhere > 0 ? (
        <a href={searchAddress({ q, category })}>
          {elsewhere === 1
            ? 'See the one of another status'
            : `See the ${elsewhere} of other statuses`}
        </a>
      ) : (
        <a href={searchAddress({ q })}>
          {q === undefined ? 'See the whole glossary' : 'Look in the whole glossary'}
        </a>
      )}
    </p>
  )
}

function Unknown({ q, close }: { q: string; close: readonly string[] }) {
  return (
    <>
      {close.length > 0 && (
        <p>
          Did you mean{' '}
          {close.map((name, i) => (
            <>
              {i > 0 && (i === close.length - 1 ? ' or ' : ', ')}
              <a href={searchAddress({ q: name })}>{name}</a>
            </>
          ))}
          ?
        </p>
      )}
      <p>Whoever stops at this word next will be glad if you write down what it means.</p>
      <p>
        <a class="button" href={addressOf('/terms/new', { name: q })}>
          Add “{q}”
        </a>
      </p>
    </>
  )
}
