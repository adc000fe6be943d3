import { translatedHeader } from '../../../lib/import/header-languages.ts'
import type { FileResult } from '../../../lib/import/import-file.ts'
import { describeAction, describeDone, describeRest, describeTotals } from '../../../lib/import/in-words.ts'
import type { PlannedRow } from '../../../lib/import/plan.ts'
import type { ReadTable, SentForm } from '../../../lib/import/read-file.ts'
import { type ImportState, pastedText } from '../../../lib/import/sent-form.ts'
import type { Problem } from '../../../lib/problem.ts'
import { importFields } from '../../../lib/schemas/import.ts'
import { escapeCell } from '../../../lib/spreadsheet-cell.ts'
import { Refusal } from '../../../lib/web/parts/form.tsx'
import { counted, formatNumber } from '../../../lib/web/parts/numbers.ts'
import { Announcement } from '../../../lib/web/parts/part.tsx'
import { tableUrl } from '../../../lib/web/table-query.ts'
import { ColumnChoices, Guesses, Layout, layoutOf } from './layout-form.tsx'
import { ReplaceAll, Replaces, type Replacing } from './replaces-view.tsx'
import { NeedsYou, NewTerms } from './row-table-view.tsx'
import { EmptyDefinitions, Faults, KnownNames, OnlyNew, OtherRows, RepeatedNames, Splits } from './rows-view.tsx'

type ProblemProps = {
  problem?: Problem
  /** the file, if its columns have to be chosen, and the form */
  columns?: { table: ReadTable; sent: SentForm; isPart: boolean }
}

/** The place of the preview: empty, or why there is none. */
export function ImportProblem({ problem, columns }: ProblemProps) {
  return (
    <div id="preview" class={columns && 'import-preview'}>
      {problem && <Refusal problem={problem} />}
      {columns && (
        <>
          <Kept {...columns} rows={[]} />
          <Reading {...columns} />
          <Guesses table={columns.table} />
          <button type="submit" class="button" name="action" value="preview">
            Preview with these columns
          </button>
        </>
      )}
    </div>
  )
}

/** The largest file that the page holds for browsers without JavaScript, which forget it. */
const maxKept = 500 * 1024

type KeptProps = { table: ReadTable; sent: SentForm; isPart: boolean; rows: readonly PlannedRow[] }

/** What the form sends again: what is shown and was chosen and, if the browser forgets it, the file. */
function Kept({ table, sent, isPart, rows }: KeptProps) {
  const { file, options, form } = sent
  const isForgotten = !isPart && pastedText(form) === ''
  const isSmall = file.bytes.length <= maxKept
  return (
    <>
      <input type="hidden" name="state" value={JSON.stringify(stateOf(table, sent, rows))} />
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

/** Corrections of rows that still have errors are in the cells of these rows. */
function stateOf(table: ReadTable, { digest, options }: SentForm, rows: readonly PlannedRow[]): ImportState {
  const faulty = new Set(rows.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row))
  const cells = [...options.edits.cells].filter(([row]) => !faulty.has(row))
  return {
    digest,
    layout: layoutOf(table),
    columns: { ...table.columns.used, ...table.columns.inLanguages },
    chosen: options.columns,
    reversed: [...options.reversed],
    cells: Object.fromEntries(cells),
  }
}

/** What an import would do, with what can be changed about it before; or what it has done. */
export function Preview({ result, terms, sent, isPart }: DraftProps) {
  const { totals, import_id } = result
  const summary = import_id
    ? `Imported: ${describeDone(totals)}.`
    : `Nothing is stored yet. This import has: ${describeTotals(totals)}.`
  return (
    <>
      <div id="preview" class="import-preview" tabindex={-1}>
        {import_id ? <Done id={import_id} result={result} /> : <Draft {...{ result, terms, sent, isPart }} />}
      </div>
      {isPart && <Announcement text={summary} />}
    </>
  )
}

/** The rows of protected terms that can be imported. */
export const guardedIn = (rows: readonly PlannedRow[]): PlannedRow[] =>
  rows.filter(({ is_protected, outcome }) => is_protected && outcome !== 'failed')

/** The ID of the form that undoes an import. */
export const undoFormId = (id: string): string => `undo-${id}`

/** The button that undoes the import is one of a form in the list of imports, as this place is in a form itself. */
function Done({ id, result }: { id: string; result: FileResult }) {
  const { totals, rows, table } = result
  return (
    <>
      <h2>{describeDone(totals)}</h2>
      <p class="button-row">
        <a href={tableUrl({ import: id })}>Show the terms</a>
        {totals.proposed ? <a href="/review?kind=proposed">Show the proposals</a> : null}
        <button type="submit" class="quiet" form={undoFormId(id)}>
          Undo
        </button>
        <a href="/import">Import more</a>
      </p>
      {totals.failed > 0 && (
        <section>
          <h3>Left out: {counted(totals.failed, 'row')} with errors</h3>
          <LeftOut rows={rows} columns={table.columns} total={totals.failed} />
          <Faults rows={rows} />
        </section>
      )}
      <KnownNames rows={rows} isDone />
      <RepeatedNames rows={rows} />
      <OtherRows result={result} />
    </>
  )
}

type DraftProps = {
  result: FileResult
  /** the protected terms that it would change, by their IDs */
  terms: Replacing['terms']
  sent: SentForm
  isPart: boolean
}

/**
 * What was read is a line that unfolds. Then come the button and the numbers, what can be chosen, and the rows: first
 * those that would replace what people have agreed on.
 */
function Draft({ result, terms, sent, isPart }: DraftProps) {
  const { table, totals, rows, replaced } = result
  const { proposed = 0 } = totals
  const replacing = { rows: guardedIn(rows), terms, replaced, total: replaced + proposed }
  const { used } = table.columns
  return (
    <>
      <Kept {...{ table, sent, isPart, rows }} />
      <Reading table={table} sent={sent} total={sum(totals)} />
      <ImportButtons totals={totals} replacing={replacing} />
      <Guesses table={table} />
      <MatchById table={table} sent={sent} />
      <EmptyDefinitions rows={rows} areFilled={sent.options.fill !== undefined} />
      <OnlyNew changed={totals.updated + proposed} isChosen={sent.options.edits.keepsTerms} />
      <Replaces {...replacing} />
      <NeedsYou rows={rows} used={used} total={totals.failed} />
      {totals.failed > 0 && <LeftOut rows={rows} columns={table.columns} total={totals.failed} />}
      <NewTerms rows={rows} used={used} total={totals.created} />
      <Splits rows={rows} splits={sent.options.edits.splits} />
      <KnownNames rows={rows} isDone={false} />
      <RepeatedNames rows={rows} />
      <OtherRows result={result} />
    </>
  )
}

const sum = (totals: FileResult['totals']) => Object.values(totals).reduce((total, each) => total + each, 0)

type ReadingProps = {
  table: ReadTable
  sent: SentForm
  /** the number of rows, if they could be read */
  total?: number
}

/**
 * What was read, in a line. It unfolds how; and while it is open, the form shows the file and the cells again
 * (import.css).
 */
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
      <ColumnChoices table={table} />
    </details>
  )
}

/** They stay in view above the rows. */
function ImportButtons({ totals, replacing }: Pick<FileResult, 'totals'> & { replacing: Replacing }) {
  const { failed } = totals
  const action = describeAction(totals, replacing.replaced)
  return (
    <p class="button-row import-buttons">
      {action && (
        <button type="submit" class="button" name="action" value={failed > 0 ? 'import_rest' : 'import'}>
          {action}
        </button>
      )}
      <ReplaceAll {...replacing} />
      <button type="submit" class="button plain" name="action" value="preview">
        Preview again
      </button>
      <span>{describeRest(totals) || (action || failed > 0 ? '' : 'Nothing to import')}</span>
      {failed > 0 && (
        <a href="#needs-you">
          {failed === 1 ? '1 row needs you, or is left out' : `${formatNumber(failed)} rows need you, or are left out`}{' '}
          ↓
        </a>
      )}
    </p>
  )
}

/** A list that was exported has IDs, by which its rows can change the names of terms. */
function MatchById({ table, sent }: { table: ReadTable; sent: SentForm }) {
  if (!table.headers.some((header) => header.trim().toLowerCase() === 'id')) return null
  return (
    <label class="check">
      <input type="checkbox" name="match_id" checked={sent.options.match === 'id'} /> Rows stand for the terms with
      their IDs, and can rename them
    </label>
  )
}

/** How long the document can be that a page carries, in UTF-16 units. */
const maxLength = 1_000_000

type LeftOutProps = {
  rows: readonly PlannedRow[]
  columns: ReadTable['columns']
  /** the number of all rows with errors */
  total: number
}

/** A link that downloads the rows with errors, and what these are, as CSV, to be corrected and imported. */
function LeftOut({ rows, columns, total }: LeftOutProps) {
  const { csv, count } = writeRows(rows, columns)
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

function writeRows(rows: readonly PlannedRow[], { used, translated }: ReadTable['columns']) {
  const fields = importFields.filter((field) => Object.values(used).includes(field))
  const filled = new Set(rows.flatMap(({ others = {} }) => Object.keys(others)))
  const headers = translated.map(({ field, language }) => translatedHeader(field, language))
  const others = [...new Set(headers)].filter((header) => filled.has(header))
  let csv = toLine([...fields, ...others, 'row', 'errors'])
  let count = 0
  for (const { row, outcome, cells, others: texts, errors } of rows) {
    if (outcome !== 'failed') continue
    const reasons = errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
    const own = fields.map((field) => cells[field] ?? '')
    csv += toLine([...own, ...others.map((header) => texts?.[header] ?? ''), String(row), reasons])
    if (csv.length > maxLength) break
    count++
  }
  return { csv, count }
}

const toLine = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${escapeCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
