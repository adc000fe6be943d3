import { relationWords } from '../../../lib/schemas/relations.ts'
import type { Relation, Term } from '../../../lib/schemas/term.ts'
import { StatusMark } from '../../../lib/web/parts/marks.tsx'
import { Pager, PastEnd, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { PagePart } from '../../../lib/web/parts/part.tsx'
import { OtherTerm } from '../../../lib/web/parts/relations.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'

type RelationsPageProps = {
  term: Term
  /** all kinds if absent */
  kind: Relation['kind'] | undefined
  items: readonly Relation[]
  range: { total: number; offset: number; pageSize: number }
}

/** The relations of a term, which its page has no room for. */
export function RelationsPage(props: RelationsPageProps) {
  const { term, kind } = props
  return (
    <>
      <header class="term-header">
        <p class="label">
          <a href={`/terms/${term.id}`}>{term.name}</a>
        </p>
        <h1>{kind ? relationWords[kind].heading : 'Relations'}</h1>
      </header>
      <RelationsPart {...props} />
    </>
  )
}

/** One page of them. htmx replaces it, and screen readers announce the new range. */
export function RelationsPart({ term, kind, items, range, isPart }: RelationsPageProps & { isPart?: boolean }) {
  const address = (offset: number) =>
    buildUrl(`/terms/${term.id}/relations`, { ...(kind && { kind }), ...(offset > 0 && { offset: String(offset) }) })
  return (
    <PagePart id="relations" label="Relations" says={isPart && rangeOf(range)}>
      <ul class="records">
        {items.map(({ kind: each, term: other }) => (
          <li key={`${each} ${other.id}`} class="record">
            <p>
              {!kind && `${relationWords[each].heading} `}
              <OtherTerm {...other} />
              {other.full_name && ` (${other.full_name})`}
            </p>
            <StatusMark status={other.status} />
          </li>
        ))}
      </ul>
      {items.length === 0 && <PastEnd href={address(0)} />}
      <Pager {...range} address={address} />
    </PagePart>
  )
}
