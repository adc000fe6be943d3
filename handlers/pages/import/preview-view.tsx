import type { FileResult } from '../../../lib/import/import-file.ts'
import { describeDone, describeTotals } from '../../../lib/import/in-words.ts'
import type { PlannedRow } from '../../../lib/import/plan.ts'
import type { ReadTable } from '../../../lib/import/read-file.ts'
import type { Problem } from '../../../lib/problem.ts'
import { type ImportResult, importFields } from '../../../lib/schemas/import.ts'
import { escapeCell } from '../../../lib/spreadsheet-cell.ts'
import { Refusal } from '../../../lib/web/parts/form.tsx'
import { counted, formatNumber } from '../../../lib/web/parts/numbers.ts'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { tableUrl } from '../../../lib/web/table-query.ts'
import { ColumnChoices, Guesses, Layout } from './layout-form.tsx'
import { maxKept, pastedText, type SentImport } from './read-sent.ts'
import { RowTable } from './row-table-view.tsx'
import { EmptyDefinitions, Faults, KnownNames, OnlyNew, OtherRows, Splits } from './rows-view.tsx'

type ProblemProps = {
  problem?: Problem
  /** the file, if its columns have to be chosen, and the form */
  columns?: { table: ReadTable; sent: SentImport; isPart: boolean }
}

/** The place of the preview: empty, or why there is none. */
export function ImportProblem({ problem, columns }: ProblemProps) {
  return (
    <div id="preview" class={columns && 'import-preview'}>
      {problem && <Refusal problem={problem} />}
      {columns && (
        <>
          <Kept {...columns} />
          <Reading {...columns} />
          <Guesses {...columns} />
          <button type="submit" class="button" name="action" value="preview">
            Preview with these columns
          </button>
        </>
      )}
    </div>
  )
}

/** What the form sends again: which file it is about and, if the browser forgets it, the file. */
function Kept({ sent, isPart }: Pick<DraftProps, 'sent' | 'isPart'>) {
  const { digest, file, options, form } = sent
  const isForgotten = !isPart && pastedText(form) === ''
  const isSmall = file.bytes.length <= maxKept
  return (
    <>
      <input type="hidden" name="digest" value={digest} />
      {isForgotten && isSmall && (
        <>
          <input type="hidden" name="kept" value={Buffer.from(file.bytes).toString('base64')} />
          <input type="hidden" name="kept_name" value={options.file_name ?? ''} />
        </>
      )}
      {isForgotten && !isSmall && <p class="notice">Choose the file once more to go on.</p>}
    </>
  )
}

/** What an import would do, with what can be changed about it before; or what it has done. */
export function Preview({ result, sent, isPart }: DraftProps) {
  const { totals, import_id } = result
  const summary = import_id
    ? `Imported: ${describeDone(totals)}.`
    : `Nothing is stored yet. This import has: ${describeTotals(totals)}.`
  return (
    <>
      <div id="preview" class="import-preview" tabindex={-1}>
        {import_id ? <Done id={import_id} result={result} /> : <Draft result={result} sent={sent} isPart={isPart} />}
      </div>
      {isPart && <Announcement text={summary} />}
    </>
  )
}

/** The ID of the form that undoes an import. */
export const undoFormId = (id: string): string => `undo-${id}`

/** The button that undoes the import is one of a form in the list of imports, as this place is in a form itself. */
function Done({ id, result }: { id: string; result: FileResult }) {
  const { totals, rows, columns } = result
  return (
    <>
      <h2>{describeDone(totals)}</h2>
      <p class="button-row">
        <a href={tableUrl({ import: id })}>Show the terms</a>
        <button type="submit" class="quiet" form={undoFormId(id)}>
          Undo
        </button>
        <a href="/import">Import more</a>
      </p>
      {totals.failed > 0 && (
        <section>
          <h3>Left out: {counted(totals.failed, 'row')} with errors</h3>
          <LeftOut rows={rows} columns={columns.used} total={totals.failed} />
          <Faults rows={rows} />
        </section>
      )}
      <KnownNames rows={rows} isDone />
      <OtherRows result={result} />
    </>
  )
}

type DraftProps = { result: FileResult; sent: SentImport; isPart: boolean }

/** What was read is a line that unfolds. Then come the button and the numbers, what can be chosen, and the rows. */
function Draft({ result, sent, isPart }: DraftProps) {
  const { table, totals, columns, rows } = result
  return (
    <>
      <Kept sent={sent} isPart={isPart} />
      <Reading table={table} sent={sent} total={sum(totals)} />
      <ImportButtons totals={totals} />
      <Guesses table={table} sent={sent} />
      <MatchById table={table} sent={sent} />
      <EmptyDefinitions rows={rows} areFilled={sent.options.fill !== undefined} />
      <OnlyNew updated={totals.updated} isChosen={sent.options.edits?.keepsTerms ?? false} />
      <RowTable rows={rows} used={columns.used} totals={totals} />
      {totals.failed > 0 && <LeftOut rows={rows} columns={columns.used} total={totals.failed} />}
      <KeptCorrections rows={rows} sent={sent} />
      <Splits rows={rows} splits={sent.options.edits?.splits ?? new Set()} />
      <KnownNames rows={rows} isDone={false} />
      <OtherRows result={result} />
    </>
  )
}

const sum = (totals: FileResult['totals']) => Object.values(totals).reduce((total, each) => total + each, 0)

type ReadingProps = {
  table: ReadTable
  sent: SentImport
  /** the number of rows, if they could be read */
  total?: number
}

/** What was read, in a line. It unfolds how; and while it is open, the form shows the file and the cells again (import.css). */
function Reading({ table, sent, total }: ReadingProps) {
  return (
    <details class="import-reading" open={total === undefined}>
      <summary>
        <b>{sent.options.file_name ?? 'Pasted cells'}</b>
        {total !== undefined && ` · ${counted(total, 'row')}`}
        {table.skipped_lines > 0 && ` · ${counted(table.skipped_lines, 'line')} above the header skipped`} ·{' '}
        <span class="change">change</span>
      </summary>
      <Layout table={table} />
      <ColumnChoices table={table} sent={sent} />
    </details>
  )
}

/** They stay in view above the rows. */
function ImportButtons({ totals }: Pick<FileResult, 'totals'>) {
  const { created, updated, failed } = totals
  const count = created + updated
  const terms = counted(count, 'term')
  return (
    <p class="button-row import-buttons">
      {count > 0 && failed === 0 && (
        <button type="submit" class="button" name="action" value="import">
          Import {terms}
        </button>
      )}
      {count > 0 && failed > 0 && (
        <button type="submit" class="button" name="action" value="import_rest">
          Import {terms}, skip {counted(failed, 'row')} with errors
        </button>
      )}
      <button type="submit" class="button plain" name="action" value="preview">
        Preview again
      </button>
      <strong>{describeTotals(totals)}</strong>
    </p>
  )
}

/** A list that was exported has IDs, by which its rows can change the names of terms. */
function MatchById({ table, sent }: { table: ReadTable; sent: SentImport }) {
  if (!table.headers.some((header) => header.trim().toLowerCase() === 'id')) return null
  return (
    <label class="check">
      <input type="checkbox" name="match_id" checked={sent.options.match === 'id'} /> Rows stand for the terms with
      their IDs, and can rename them
    </label>
  )
}

/** Corrections of rows that have no errors any more. */
function KeptCorrections({ rows, sent }: { rows: readonly PlannedRow[]; sent: SentImport }) {
  const faulty = new Set(rows.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row))
  const kept = [...(sent.options.edits?.cells ?? [])].filter(([row]) => !faulty.has(row))
  return kept.flatMap(([row, cells]) =>
    Object.entries(cells).map(([field, text]) => (
      <input key={`${row}:${field}`} type="hidden" name={`cell:${row}:${field}`} value={text} />
    )),
  )
}

/** How long the document can be that a page carries, in UTF-16 units. */
const maxLength = 1_000_000

type LeftOutProps = {
  rows: readonly PlannedRow[]
  columns: ImportResult['columns']['used']
  /** the number of all rows with errors */
  total: number
}

/** A link that downloads the rows with errors, and what these are, as CSV, to be corrected and imported. */
function LeftOut({ rows, columns, total }: LeftOutProps) {
  const { csv, count } = writeRows(rows, Object.values(columns))
  const what = count < total ? `the first ${formatNumber(count)} rows` : 'the rows'
  const data = Buffer.from(`\ufeff${csv}`).toString('base64')
  return (
    <p>
      <a href={`data:text/csv;charset=utf-8;base64,${data}`} download="rows-with-errors.csv">
        Download {what} with errors (CSV)
      </a>
    </p>
  )
}

function writeRows(rows: readonly PlannedRow[], columns: readonly string[]) {
  const fields = importFields.filter((field) => columns.includes(field))
  let csv = toLine([...fields, 'row', 'errors'])
  let count = 0
  for (const { row, outcome, cells, errors } of rows) {
    if (outcome !== 'failed') continue
    const reasons = errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
    csv += toLine([...fields.map((field) => cells[field] ?? ''), String(row), reasons])
    if (csv.length > maxLength) break
    count++
  }
  return { csv, count }
}

const toLine = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${escapeCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
