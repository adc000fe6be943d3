import { totalBy } from '../../../lib/glossary/relations.ts'
import { inverseOf, isSaid, listedKinds, relationWords } from '../../../lib/schemas/relations.ts'
import type { Relation, RelationKind, Term } from '../../../lib/schemas/term.ts'
import { firstSentence } from '../../../lib/schemas/text.ts'
import { Hidden, shownAgain } from '../../../lib/web/parts/form.tsx'
import { LinkedNames } from '../../../lib/web/parts/linked-text.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { meaningAmong, OtherTerm, whoRelates } from '../../../lib/web/parts/relations.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Picker } from './picker-view.tsx'
import type { Feedback, TermView } from './read-term.ts'

const kinds = [...listedKinds, 'replaced_by', 'replaces'] as const

/** How a term is related to others, with what the reader can do about that. */
export function Related(view: TermView & Feedback) {
  const { term, answer, waiting, learned, refused } = view
  const isBare = answer.relations.length + answer.namedIn.length + waiting.total + learned.length === 0
  if (isBare && !answer.mayEdit) return null
  const { isOpen } = shownAgain(refused, `/terms/${term.id}/relate`)
  return (
    <section class="page-section related">
      <h2>Related</h2>
      {answer.mayEdit && (
        <details class="relate" open={isOpen}>
          <summary class="quiet">
            + Add <span class="visually-hidden">a related term</span>
          </summary>
          <Picker term={term} />
        </details>
      )}
      <dl class="relations">
        {kinds.map((kind) => (
          <OfKind key={kind} {...view} kind={kind} />
        ))}
        {answer.namedIn.length > 0 && (
          <div class="relation">
            <dt>Named in</dt>
            <dd>
              <LinkedNames names={answer.namedIn} />
            </dd>
          </div>
        )}
      </dl>
      {!answer.mayEdit && <p class="fine screen-only">{whoRelates}</p>}
      <WaitingRelations {...view} />
      <LearnedNames {...view} />
    </section>
  )
}

/** The relations of one kind: those that are easily confused with their first sentences, the others in one line. */
function OfKind({ term, answer, kind }: TermView & { kind: Relation['kind'] }) {
  const relations = answer.relations.filter((relation) => relation.kind === kind)
  if (relations.length === 0) return null
  const meaningOf = meaningAmong(term, answer.relations)
  const rest = totalBy(kind, answer) - relations.length
  return (
    <div class="relation">
      <dt>{relationWords[kind].heading}</dt>
      {relations.map(({ is_agreed, term: other }) => (
        <dd key={other.id}>
          <span>
            <OtherTerm {...other} />
            {meaningOf(other)}
            {kind === 'differs_from' && other.definition && ` ${firstSentence(other.definition)}`}
            {!is_agreed && answer.mayEdit && <span class="fine"> ({other.name} does not show it)</span>}
          </span>
          {answer.mayEdit && isSaid(kind) && <Remove {...{ term, kind, other }} />}
        </dd>
      ))}
      {rest > 0 && (
        <dd>
          and <a href={buildUrl(`/terms/${term.id}/relations`, { kind })}>{formatNumber(rest)} more</a>
        </dd>
      )}
    </div>
  )
}

type RemoveProps = { term: Term; kind: RelationKind; other: Pick<Term, 'id' | 'name'> }

const Remove = ({ term, kind, other }: RemoveProps) => (
  <form class="inline" method="post" action={`/terms/${term.id}/unrelate`} hx-post={`/terms/${term.id}/unrelate`}>
    <Hidden kind={kind} />
    <button
      type="submit"
      class="quiet remove"
      name="other_id"
      value={other.id}
      aria-label={`Remove: ${relationWords[kind].heading} ${other.name}`}
    >
      ×
    </button>
  </form>
)

/** What others say of a term, folded away, for whoever may edit it: the term shows it once one of them agrees. */
function WaitingRelations({ term, waiting: { items, total } }: TermView) {
  if (items.length === 0) return null
  return (
    <details class="waiting-relations">
      <summary>
        {total === 1
          ? `1 other term says that it is related to ${term.name}`
          : `${formatNumber(total)} other terms say that they are related to ${term.name}`}
      </summary>
      <p class="fine">Each stands beside the other term only, until somebody agrees who may edit {term.name}.</p>
      <ul class="records">
        {items.map((relation) => (
          <Waiting key={`${relation.kind} ${relation.term.id}`} of={term} {...relation} />
        ))}
      </ul>
      {total > items.length && <p class="fine">{formatNumber(total - items.length)} more appear here afterwards.</p>}
    </details>
  )
}

function Waiting({ of: { id, name }, kind, term: other }: Relation & { of: Term }) {
  return (
    <li class="record">
      <p>
        {name} {relationWords[kind].verb} <OtherTerm {...other} />
        {other.full_name && ` (${other.full_name})`}
      </p>
      <div class="button-row">
        {(['agree', 'refuse'] as const).map((answer) => (
          <form key={answer} method="post" action={`/terms/${id}/${answer}`} hx-post={`/terms/${id}/${answer}`}>
            <Hidden kind={inverseOf(kind)} />
            <button type="submit" class="button plain" name="other_id" value={other.id}>
              {labels[answer]}
              <span class="visually-hidden">
                : {name} {relationWords[kind].verb} {other.name}
              </span>
            </button>
          </form>
        ))}
      </div>
    </li>
  )
}

const labels = { agree: 'Show it here, too', refuse: 'Never' }

/** The names that people use for a term, one in each line, with a link to where one decides about them. */
const LearnedNames = ({ learned }: Pick<TermView, 'learned'>) =>
  learned.map(({ id, name, people }) => (
    <p class="fine" key={id}>
      {people} people looked for “<span dir="auto">{name}</span>” and went on to this term.{' '}
      <a href="/review?kind=alias">Is it another name?</a>
    </p>
  ))
