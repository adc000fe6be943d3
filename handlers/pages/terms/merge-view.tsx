import { joinAliases } from '../../../lib/glossary/alias-lists.ts'
import { changedFields, toTexts } from '../../../lib/glossary/texts.ts'
import type { Problem } from '../../../lib/problem.ts'
import { maxAliases } from '../../../lib/schemas/content.ts'
import type { Impact, Term } from '../../../lib/schemas/term.ts'
import { Hidden, Refusal, Submit } from '../../../lib/web/parts/form.tsx'
import { ImpactList } from '../../../lib/web/parts/impact.tsx'
import { Changes } from '../../../lib/web/parts/word-diff.tsx'
import { Meanings } from './meanings-view.tsx'

type MergePageProps = {
  term: Term
  /** the term to merge it into; null while the reader has to choose one */
  into: Term | null
  /** what was searched for */
  q?: string | undefined
  /**
   * terms to choose from: those that the search found or, without one, those with one of its names or named in its
   * definition
   */
  candidates: readonly Term[]
  /** the number of changes to the merged term that nobody has decided about */
  openProposals: number
  /** what the merged term means for others */
  impact: Impact
  problem?: Problem
}

/** Compares two terms, shows what remains after a merge, and asks for confirmation. */
export function MergePage({ into, ...props }: MergePageProps) {
  const { term, problem } = props
  return (
    <section class="proposals">
      <header class="term-header">
        <p class="label">
          <a href={`/terms/${term.id}`}>{term.name}</a>
        </p>
        <h1>{into ? `Merge into ${titleOf(into)}` : `Merge ${titleOf(term)}`}</h1>
      </header>
      {problem && <Refusal problem={problem} />}
      {into ? <Comparison {...props} into={into} /> : <Candidates {...props} />}
    </section>
  )
}

const titleOf = ({ name, full_name }: Term) => (full_name ? `${name} (${full_name})` : name)

function Candidates({ term, q, candidates }: Omit<MergePageProps, 'into'>) {
  return (
    <>
      <p>Which term means the same? You can compare both before anything changes.</p>
      <search>
        <form class="filter" action={`/terms/${term.id}/merge`}>
          <div class="field">
            <label for="merge-with">Merge with</label>
            <input
              id="merge-with"
              name="q"
              type="search"
              value={q ?? ''}
              maxlength={200}
              required
              autofocus={candidates.length === 0}
            />
          </div>
          <Submit plain>Find</Submit>
        </form>
      </search>
      {candidates.length > 0 ? (
        <Meanings terms={candidates} address={(other) => `/terms/${term.id}/merge?into=${other.id}`} />
      ) : (
        <p>
          {q === undefined
            ? `No other term has one of the names of ${term.name}. Search for the one that means the same.`
            : `No other term matches “${q}”.`}
        </p>
      )}
    </>
  )
}

function Comparison({ term, into, openProposals, impact }: MergePageProps & { into: Term }) {
  const [from, to] = [toTexts(term), toTexts(into)]
  const isSame = changedFields(from, to).length === 0
  const names = joinAliases(into, term)
  return (
    <>
      <section class="page-section">
        <h2>Merge this</h2>
        <Meanings terms={[term]} />
      </section>
      <section class="page-section">
        <h2>Into this</h2>
        <Meanings terms={[into]} />
      </section>
      <section class="page-section">
        <h2>Differences</h2>
        {isSame ? (
          <p>Both terms say the same.</p>
        ) : (
          <>
            <p class="fine">
              Struck-out text is only in the term that is removed, underlined text only in the one that remains.
            </p>
            <Changes from={from} to={to} />
          </>
        )}
      </section>
      <section class="page-section">
        <h2>After the merge</h2>
        <Consequences {...{ term, into, openProposals }} names={names.map(({ name }) => name)} />
        <ImpactList impact={impact} isMerge />
      </section>
      <form class="stack" method="post" action={`/terms/${term.id}/merge`}>
        <Hidden into={into.id} version={term.version} into_version={into.version} />
        <p class="button-row">
          <button type="submit" class="button" disabled={names.length > maxAliases}>
            Merge terms
          </button>
          <a href={`/terms/${into.id}/merge?into=${term.id}`}>Keep the other term instead</a>
          <a href={`/terms/${term.id}`}>Cancel</a>
        </p>
      </form>
    </>
  )
}

type ConsequencesProps = {
  term: Term
  into: Term
  openProposals: number
  /** the other names of the term that remains */
  names: readonly string[]
}

function Consequences({ term, into, openProposals, names }: ConsequencesProps) {
  return (
    <ul>
      <li>The text, status and owner of the term that remains do not change.</li>
      <li>
        {names.length === 0 ? 'It has no other names.' : `Its other names are: ${names.join(', ')}.`}
        {names.length > maxAliases && ` A term can have at most ${maxAliases}. Remove some from either term first.`}
      </li>
      {term.vote_count > 0 && (
        <li>
          The votes of both terms count for it, one per person. They have {term.vote_count} and {into.vote_count} now.
        </li>
      )}
      {openProposals > 0 && (
        <li>
          {openProposals === 1
            ? 'The open proposal for the removed term is declined.'
            : `The ${openProposals} open proposals for the removed term are declined.`}{' '}
          Whoever made it is told.
        </li>
      )}
      {term.open_disputes > 0 && <li>Open reports about the removed term are accepted. We tell the reporters.</li>}
      <li>Links to the removed term lead to the one that remains. You cannot undo this.</li>
    </ul>
  )
}
