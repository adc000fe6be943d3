import { writeLinks } from '../../../lib/glossary/links.ts'
import { fieldNames } from '../../../lib/glossary/texts.ts'
import { isPlaceholder } from '../../../lib/import/artefacts.ts'
import type { FileResult } from '../../../lib/import/import-file.ts'
import type { PlannedRow } from '../../../lib/import/plan.ts'
import { toKey } from '../../../lib/lookup/name-to-keys.ts'
import type { Alias } from '../../../lib/schemas/content.ts'
import type { ImportField } from '../../../lib/schemas/import.ts'
import type { Link } from '../../../lib/schemas/links.ts'
import { ofRelations, relationWords } from '../../../lib/schemas/relations.ts'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { aliasText } from '../../../lib/web/parts/other-names.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'
import { WordDiff } from '../../../lib/web/parts/word-diff.tsx'

/** How many rows of each kind a page shows. */
export const maxShown = 50

/** What a list of rows shows. */
export type Rows = { rows: readonly PlannedRow[] }

/** Offers to do without the definitions of rows that have a full name. */
export function EmptyDefinitions({ rows, areFilled }: Rows & { areFilled: boolean }) {
  const isEmpty = ({ cells, errors }: PlannedRow) =>
    cells.full_name &&
    (!cells.definition || isPlaceholder(cells.definition)) &&
    errors.some(({ path }) => path === 'definition')
  if (!areFilled && !rows.some(isEmpty)) return null
  return (
    <p>
      <label class="check">
        <input type="checkbox" name="fill" checked={areFilled} /> Use the full name where a definition is missing (or
        only “n/a”). Terms that are already in the glossary keep their definition.
      </label>
    </p>
  )
}

/** Offers to change no term that the glossary already has. */
export function OnlyNew({ changed, isChosen }: { changed: number; isChosen: boolean }) {
  if (changed === 0 && !isChosen) return null
  return (
    <p>
      <label class="check">
        <input type="checkbox" name="keep_terms" checked={isChosen} /> Only add new terms. Terms that are already in the
        glossary stay as they are.
      </label>
    </p>
  )
}

/** What is wrong with the rows that were skipped. */
export function Faults({ rows }: { rows: readonly PlannedRow[] }) {
  const faulty = rows.filter(({ outcome }) => outcome === 'failed')
  return (
    <>
      <ul>
        {faulty.slice(0, maxShown).map(({ row, name, errors }) => (
          <li key={row}>
            Row {row}
            {name && `, ${name}`}: {errors.map(describeError).join('; ')}
          </li>
        ))}
      </ul>
      <More count={faulty.length - maxShown} />
    </>
  )
}

/** Says what is wrong with a row. The API says what a field must be, which needs the name of the field before it. */
export function describeError({ path, message }: PlannedRow['errors'][number]): string {
  const [, row] = /^is the same term as row (\d+), /.exec(message) ?? []
  return row ? `Same term as row ${row}, different text` : `${describeField(path)} ${message}`
}

/** What a fault is about. */
export function describeField(path: string) {
  const [field = '', index] = path.split('.')
  if (!field) return 'This row'
  const label = fieldLabels[field as ImportField] ?? field
  return index === undefined ? label : `${label}, entry ${Number(index) + 1},`
}

/** Rows that seem to have several meanings, which can be split. */
export function Splits({ rows, splits }: Rows & { splits: ReadonlySet<number> }) {
  const several = new Map(rows.filter(({ meanings }) => meanings.length > 1).map((row) => [row.row, row]))
  if (several.size === 0) return null
  return (
    <section>
      <h3>Rows with several meanings</h3>
      <p class="fine">Check a row to import each of its meanings as a term, and preview again.</p>
      {[...several.values()].map(({ row, name, meanings }) => (
        <label class="check" key={row}>
          <input type="checkbox" name="split" value={row} checked={splits.has(row)} /> Split row {row}:{' '}
          {meanings.map((meaning) => `${name} (${meaning})`).join(' and ')}
        </label>
      ))}
    </section>
  )
}

/** New rows whose name the glossary already has. What means the same can be merged. */
export function KnownNames({ rows, isDone }: { rows: readonly PlannedRow[]; isDone: boolean }) {
  const known = rows.filter(({ known_meanings }) => known_meanings > 0)
  if (known.length === 0) return null
  return (
    <section>
      <h3>Names that the glossary already has</h3>
      <p class="fine">
        If a row means the same as the term, merge them
        {isDone ? '.' : ' after the import: the result and Review have links to do so.'}
      </p>
      <ul>
        {known.slice(0, maxShown).map(({ row, name, changes, term_id }) => (
          <li key={term_id}>
            {nameMeaning({ row, name, changes })}.{' '}
            {isDone ? (
              <a href={`/terms/${term_id}/merge`}>Merge {name} with a duplicate</a>
            ) : (
              <a href={wordPath(name ?? '')} target="_blank" rel="noopener">
                What {name} means now
              </a>
            )}
          </li>
        ))}
      </ul>
      <More count={known.length - maxShown} />
    </section>
  )
}

/** Names that several new rows have: each becomes a meaning of its own. Those of one row were split by hand. */
export function RepeatedNames({ rows }: Rows) {
  const byName = new Map<string, PlannedRow[]>()
  for (const row of rows) {
    if (row.outcome !== 'created') continue
    const key = toKey(row.name ?? '')
    byName.set(key, [...(byName.get(key) ?? []), row])
  }
  const repeated = [...byName.values()].filter((rows) => new Set(rows.map(({ row }) => row)).size > 1)
  if (repeated.length === 0) return null
  return (
    <section>
      <h3>Names that the file has more than once</h3>
      <p class="fine">Each of these rows becomes a meaning of its own.</p>
      <ul>
        {repeated.slice(0, maxShown).map((meanings) => (
          <li key={meanings[0]?.row}>{meanings.map(nameMeaning).join('; ')}.</li>
        ))}
      </ul>
      <More count={repeated.length - maxShown} />
    </section>
  )
}

const nameMeaning = ({ row, name, changes: { full_name, category } }: Pick<PlannedRow, 'row' | 'name' | 'changes'>) =>
  `Row ${row}: ${[name, toText((full_name ?? category)?.to)].filter(Boolean).join(', ')}`

const kinds = [
  ['updated', 'Changed'],
  ['skipped', 'Skipped: blank or repeated'],
] as const

/** The other rows, by what happens to them. */
export function OtherRows({ result: { rows, totals, replaced } }: { result: FileResult }) {
  return kinds.map(([outcome, title]) => {
    const some = rows.filter((row) => row.outcome === outcome && !row.is_protected)
    if (some.length === 0) return null
    const count = totals[outcome] - (outcome === 'updated' ? replaced : 0)
    return (
      <details key={outcome} class="import-rows" open={outcome === 'updated'}>
        <summary>
          {title} ({formatNumber(count)})
        </summary>
        <ul>
          {some.slice(0, maxShown).map((row, index) => (
            <PlannedRowItem key={`${row.row}-${index}`} {...row} />
          ))}
        </ul>
        <More count={count - maxShown} />
      </details>
    )
  })
}

function PlannedRowItem({ row, outcome, name, changes }: PlannedRow) {
  return (
    <li>
      <p>
        <span class="label">Row {row}</span> <strong>{name}</strong>{' '}
        {outcome === 'updated' && changes.name && `renames ${toText(changes.name.from)}`}
      </p>
      {outcome === 'updated' && <RowChanges changes={changes} />}
    </li>
  )
}

/** What a row changes, field by field. */
export function RowChanges({ changes }: Pick<PlannedRow, 'changes'>) {
  return (
    <dl class="changes">
      {Object.entries(changes).map(([field, { from, to }]) => (
        <div key={field}>
          <dt class="label">{fieldLabels[field as ImportField] ?? field}</dt>
          <dd>
            <WordDiff from={toText(from)} to={toText(to)} unfolded />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The value of a field as text: that of a list is its aliases, its links, or the names of other terms. */
export const toText = (value: unknown): string =>
  Array.isArray(value) ? value.map(entryText).join('; ') : String(value ?? '')

const entryText = (entry: Alias | Link | string) =>
  typeof entry === 'string' ? entry : 'url' in entry ? writeLinks([entry]) : aliasText([entry])

/** How many rows are not shown. */
export function More({ count, what = '' }: { count: number; what?: string }) {
  return count > 0 ? (
    <p class="fine">
      and {formatNumber(count)} more {what}
    </p>
  ) : null
}

/** What the fields of a file are called on pages. */
export const fieldLabels: Record<ImportField, string> = {
  id: 'ID',
  ...fieldNames,
  status: 'Status',
  ...ofRelations((kind) => relationWords[kind].heading),
}
