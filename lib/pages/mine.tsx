import type { ComponentChildren } from 'preact'
import { type Mine, type OwnTerm, type Relation, relations, type Waiting } from '../review/mine.ts'
import { StaleMark, StatusMark } from './parts/marks.tsx'
import { RelativeTime } from './parts/relative-time.tsx'
import { buildUrl } from './parts/url.ts'

type MineProps = Mine & { categories: readonly string[] }

const headings: Record<Relation, string> = {
  owned: 'You own',
  followed: 'You follow',
  proposed: 'You proposed changes to',
  disputed: 'You reported problems with',
}

const emptyTexts: Record<Relation, string> = {
  owned: 'No terms. You own the terms that you add.',
  followed: 'Nothing yet. The page of a term has a button to follow it.',
  proposed: 'No terms.',
  disputed: 'No terms.',
}

/** The page of the reader's terms. */
export function MinePage({ terms, waiting, categories }: MineProps) {
  const stale = terms.owned.items.filter(({ is_stale }) => is_stale)
  return (
    <>
      <div class="page-head">
        <h1>Mine</h1>
      </div>
      {waiting.length + stale.length > 0 && (
        <Part heading="Waiting for you">
          <ol class="records">
            {waiting.map((item) => (
              <WaitingRecord key={item.id} {...item} />
            ))}
            {stale.map((term) => (
              <StaleRecord key={term.id} {...term} />
            ))}
          </ol>
        </Part>
      )}
      {relations.map((relation) => {
        const { items, total } = terms[relation]
        const followed = relation === 'followed' ? categories : []
        return (
          <Part key={relation} heading={headings[relation]}>
            {items.length + followed.length === 0 ? (
              <p class="fine">{emptyTexts[relation]}</p>
            ) : (
              <ol class="records">
                {followed.map((category) => (
                  <CategoryRecord key={category} category={category} />
                ))}
                {items.map((term) => (
                  <TermRecord key={term.id} {...term} />
                ))}
              </ol>
            )}
            {total > items.length && <Rest relation={relation} total={total} />}
          </Part>
        )
      })}
    </>
  )
}

function Part({ heading, children }: { heading: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h2>{heading}</h2>
      <div>{children}</div>
    </section>
  )
}

function WaitingRecord({ kind, id, term_id, term_name, actor_name, reason, since }: Waiting) {
  const isProposal = kind === 'proposal'
  return (
    <li class="record">
      <div>
        <h3>
          {actor_name} {isProposal ? 'proposed a change to' : 'reported a problem with'} {term_name}
        </h3>
        {reason && <blockquote>{reason}</blockquote>}
        <p class="facts">
          <RelativeTime at={since} />
        </p>
      </div>
      <a href={isProposal ? `/proposals/${id}` : `/terms/${term_id}`}>
        Decide <span class="visually-hidden">about {term_name}</span>
      </a>
    </li>
  )
}

function StaleRecord({ id, name }: OwnTerm) {
  return (
    <li class="record">
      <div>
        <h3>
          <a href={`/terms/${id}`}>{name}</a>
        </h3>
        <p class="facts">
          <StaleMark />
        </p>
      </div>
      <form method="post" action={`/terms/${id}/confirm`}>
        <button type="submit" class="button plain">
          Confirm it is up to date <span class="visually-hidden">{name}</span>
        </button>
      </form>
    </li>
  )
}

function TermRecord({ id, name, full_name, status, is_stale, is_open }: OwnTerm) {
  return (
    <li class="record">
      <div>
        <h3>
          <a href={`/terms/${id}`}>{name}</a>
        </h3>
        {full_name && <p>{full_name}</p>}
        <p class="facts">
          <StatusMark status={status} />
          {is_open && <b>Not decided yet</b>}
          {is_stale && <StaleMark />}
        </p>
      </div>
    </li>
  )
}

function CategoryRecord({ category }: { category: string }) {
  return (
    <li class="record">
      <div>
        <h3>
          <a href={buildUrl('/', { category })}>{category}</a>
        </h3>
        <p class="facts">Category</p>
      </div>
    </li>
  )
}

function Rest({ relation, total }: { relation: Relation; total: number }) {
  return relation === 'owned' ? (
    <p>
      <a href={buildUrl('/', { owner: 'me' })}>See all {total} terms</a>
    </p>
  ) : (
    <p class="fine">The first of {total} terms.</p>
  )
}
