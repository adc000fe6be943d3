import { type RelationKind, relationKinds, type Term } from '../../../lib/schemas/term.ts'
import { Choices, type RefusedForm, Submit, shownAgain } from '../../../lib/web/parts/form.tsx'
import { RelationLines, relationNames } from '../../../lib/web/parts/relations.tsx'
import type { Feedback, TermView } from './read-term.ts'

/** How a term is related to others; whoever may edit it removes relations. */
export function Relations({ term, answer }: TermView) {
  const [replacing] = answer.relations.filter(({ kind }) => kind === 'replaced_by')
  return (
    <div class="relations">
      <RelationLines {...answer}>
        {(kind, other) => answer.mayEdit && <Remove {...{ term, kind, other }} />}
      </RelationLines>
      {replacing && answer.mayEdit && (
        <div class="relation">
          Replaced by {replacing.term.name}
          <Remove term={term} kind="replaced_by" other={replacing.term} />
        </div>
      )}
    </div>
  )
}

/** Relates a term to others, for whoever may edit it. */
export function Relate({ term, answer, refused }: TermView & Feedback) {
  if (!answer.mayEdit) return null
  return (
    <details class="relate" open={shownAgain(refused, pathOf(term)).isOpen}>
      <summary>Relate it to another term</summary>
      <Picker term={term} refused={refused} />
    </details>
  )
}

const pathOf = ({ id }: Pick<Term, 'id'>) => `/terms/${id}/relate`

type RemoveProps = { term: Term; kind: RelationKind; other: Pick<Term, 'id' | 'name'> }

const Remove = ({ term, kind, other }: RemoveProps) => (
  <form class="inline" method="post" action={`/terms/${term.id}/unrelate`} hx-post={`/terms/${term.id}/unrelate`}>
    <input type="hidden" name="kind" value={kind} />
    <button
      type="submit"
      class="quiet"
      name="other_id"
      value={other.id}
      aria-label={`Remove: ${relationNames[kind]} ${other.name}`}
    >
      Remove
    </button>
  </form>
)

type PickerProps = {
  term: Term
  /** what was chosen and searched for, and what the search found */
  kind?: RelationKind
  q?: string | undefined
  candidates?: readonly Term[]
  refused?: RefusedForm | undefined
}

/**
 * Chooses the kind of a relation and the other term: Enter in the search takes the first one that is found. Without JavaScript, it
 * searches first.
 */
export function Picker({ term, kind = 'differs_from', q = '', candidates }: PickerProps) {
  const path = pathOf(term)
  return (
    <form class="stack" method="post" action={path} hx-post={path}>
      <div class="field-row">
        <div class="field">
          <label for="relate-kind">{term.name} is</label>
          <Choices id="relate-kind" name="kind" dir="auto" choices={kinds} value={kind} />
        </div>
        <div class="field">
          <label for="relate-q">Which term?</label>
          <input
            id="relate-q"
            name="q"
            type="search"
            value={q}
            maxlength={200}
            autocomplete="off"
            hx-get={path}
            hx-trigger="input changed delay:150ms"
            hx-target="#relate-found"
            hx-select="#relate-found"
            hx-swap="outerHTML"
            hx-sync="this:replace"
          />
        </div>
      </div>
      <div id="relate-found" aria-live="polite">
        {candidates?.map((other) => (
          <button key={other.id} type="submit" class="button plain" name="other_id" value={other.id}>
            {other.name}
            {other.full_name && ` (${other.full_name})`}
          </button>
        ))}
        {candidates?.length === 0 && q && <p>No other term matches “{q}”.</p>}
      </div>
      <Submit plain>Find</Submit>
    </form>
  )
}

const kinds = Object.fromEntries(relationKinds.map((kind) => [kind, relationNames[kind].toLowerCase()]))
