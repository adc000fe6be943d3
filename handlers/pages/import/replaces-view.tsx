import type { PlannedRow } from '../../../lib/import/plan.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { TermStatus } from '../../../lib/web/parts/marks.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { More, maxShown, RowChanges } from './rows-view.tsx'

/** The rows that would change protected terms, as far as they are listed, and how many there are. */
export type Replacing = {
  rows: readonly PlannedRow[]
  terms: ReadonlyMap<string, Term>
  total: number
  /** how many of them replace the text; the others propose it */
  replaced: number
}

/** One box for all of them, beside the button that imports. */
export function ReplaceAll({ terms, total, replaced }: Replacing) {
  if (total === 0) return null
  const areOfficial = terms.size === total && [...terms.values()].every(({ status }) => status === 'official')
  return (
    <label class="check">
      <input type="checkbox" id="replace-all" name="replace_all" checked={replaced === total} /> replace{' '}
      {counted(total, areOfficial ? 'official text' : 'protected text')}
    </label>
  )
}

/** What people have agreed on and the file says otherwise: it is proposed, but where the box is ticked. */
export function Replaces({ rows, terms, total }: Replacing) {
  if (total === 0) return null
  return (
    <section aria-labelledby="replaces">
      <h3 id="replaces">Replaces</h3>
      <p class="fine">
        These terms are community or official. Unless you tick them, your text is proposed, and the owner decides.
      </p>
      <ul class="import-replaces">
        {rows.slice(0, maxShown).map((row) => (
          <ReplacedRow key={row.row} row={row} term={terms.get(row.term_id ?? '')} />
        ))}
      </ul>
      <More count={total - Math.min(rows.length, maxShown)} />
    </section>
  )
}

function ReplacedRow({
  row: { row, term_id, name, outcome, changes },
  term,
}: {
  row: PlannedRow
  term?: Term | undefined
}) {
  return (
    <li>
      <header>
        <label class="check">
          <input
            type="checkbox"
            id={`replace-${term_id}`}
            name="replace"
            value={term_id ?? ''}
            checked={outcome === 'updated'}
            aria-label={`Replace ${name}`}
          />{' '}
          <strong dir="auto">{term?.name ?? name}</strong>
        </label>
        {term && (
          <p class="facts">
            <TermStatus term={term} />
            <span>{counted(term.vote_count, 'vote')}</span>
            <span>{term.owner?.display_name ?? 'No owner'}</span>
            <span>Row {row}</span>
          </p>
        )}
      </header>
      <RowChanges changes={changes} />
    </li>
  )
}
