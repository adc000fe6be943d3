import type { RelationKind, Term } from '../../../lib/schemas/term.ts'
import { Choices, Submit } from '../../../lib/web/parts/form.tsx'
import { TermCombobox } from '../../../lib/web/term-combobox.tsx'
import { relationChoices } from '../../../lib/web/term-rows.tsx'

type PickerProps = {
  term: Term
  /** what was chosen and searched for, and what the search found */
  kind?: RelationKind
  q?: string | undefined
  candidates?: readonly Term[]
}

/**
 * Chooses the kind of a relation and the other term: Enter adds the one that is marked, and nothing else. Without
 * JavaScript, it searches first.
 */
export function Picker({ term, kind = 'differs_from', q = '', candidates = [] }: PickerProps) {
  const path = `/terms/${term.id}/relate`
  return (
    <form class="stack" method="post" action={path} hx-post={path}>
      <div class="field-row">
        <div class="field">
          <label for="relate-kind">{term.name} is</label>
          <Choices id="relate-kind" name="kind" dir="auto" choices={relationChoices} value={kind} />
        </div>
        <div class="field">
          <label for="relate-q">Which term?</label>
          <TermCombobox id="relate-q" value={q} except={term.id} sends />
        </div>
      </div>
      {candidates.map((other) => (
        <button key={other.id} type="submit" class="button plain" name="other_id" value={other.id}>
          {other.name}
          {other.full_name && ` (${other.full_name})`}
        </button>
      ))}
      {candidates.length === 0 && q && <p>No other term matches “{q}”.</p>}
      <Submit plain>Add</Submit>
    </form>
  )
}
