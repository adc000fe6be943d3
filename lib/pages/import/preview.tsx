import type { FileResult } from '../../import/import-file.ts'
import { describeTotals } from '../../import/in-words.ts'
import type { PlannedRow } from '../../import/plan.ts'
import type { Problem } from '../../problem.ts'
import { type ImportField, importFields } from '../../schemas/import.ts'
import { Announcement } from '../parts/announcement.tsx'
import { fieldLabels } from './labels.ts'
import { EmptyDefinitions, FaultyRows, KnownNames, PlannedRows, Splits } from './rows.tsx'
import type { SentImport } from './sent.ts'

type ProblemProps = {
  problem?: Problem
  /** the headers of the file, if their columns have to be chosen, and the form */
  columns?: { headers: readonly string[]; sent: SentImport }
}

/** The place of the preview: empty, or why there is none. */
export function ImportProblem({ problem, columns }: ProblemProps) {
  return (
    <div id="preview" class={columns && 'import-preview'}>
      {problem && (
        <p class="notice" role="alert">
          {problem.message}
        </p>
      )}
      {columns && (
        <>
          <input type="hidden" name="digest" value={columns.sent.digest} />
          <ColumnChoices
            headers={columns.headers}
            used={columns.sent.options.columns ?? {}}
            isOpen={true}
          />
          <button type="submit" class="button" name="action" value="preview">
            Preview with these columns
          </button>
        </>
      )}
    </div>
  )
}

type PreviewProps = { result: FileResult; sent: SentImport; isPart?: boolean }

/** What an import would do, with what can be changed about it before; or what it has done. */
export function Preview({ result, sent, isPart = false }: PreviewProps) {
  const { totals, import_id } = result
  const summary = import_id
    ? `Imported: ${describeTotals(totals)}.`
    : `Nothing is stored yet. This import has: ${describeTotals(totals)}.`
  return (
    <>
      <div id="preview" class="import-preview" tabindex={-1}>
        <h2>{import_id ? 'Imported' : 'Preview'}</h2>
        <p>
          <strong>{describeTotals(totals)}</strong>
        </p>
        {import_id ? (
          <Done id={import_id} result={result} />
        ) : (
          <Draft result={result} sent={sent} />
        )}
      </div>
      {isPart && <Announcement text={summary} />}
    </>
  )
}

function Done({ id, result }: { id: string; result: FileResult }) {
  return (
    <>
      <p>
        <a href={`/import?done=imported#${id}`}>Undo it or import more</a>
      </p>
      <KnownNames rows={result.rows} isDone />
      <PlannedRows result={result} />
    </>
  )
}

function Draft({ result, sent }: { result: FileResult; sent: SentImport }) {
  const { columns } = result
  const { created, updated, failed } = result.totals
  const isBlocked = failed > 0 && sent.options.on_error === 'stop'
  return (
    <>
      <input type="hidden" name="digest" value={sent.digest} />
      <ColumnChoices
        headers={[...Object.keys(columns.used), ...columns.ignored]}
        used={columns.used}
        isOpen={columns.ignored.length > 0}
      />
      <EmptyDefinitions
        rows={result.rows}
        areIgnored={sent.options.edits?.ignoresEmptyDefinitions ?? false}
      />
      <FaultyRows rows={result.rows} columns={result.columns.used} />
      <KeptCorrections rows={result.rows} sent={sent} />
      <Splits rows={result.rows} splits={sent.options.edits?.splits ?? new Set()} />
      <KnownNames rows={result.rows} isDone={false} />
      <PlannedRows result={result} />
      <p class="button-row">
        {!isBlocked && created + updated > 0 && (
          <button type="submit" class="button" name="action" value="import">
            Import {(created + updated).toLocaleString('en')}{' '}
            {created + updated === 1 ? 'term' : 'terms'}
          </button>
        )}
        <button type="submit" class="button plain" name="action" value="preview">
          Preview again
        </button>
      </p>
      {isBlocked && (
        <p class="fine">
          Correct the faulty rows above, or leave them out: check the box above and preview again.
        </p>
      )}
    </>
  )
}

/** Corrections of rows that are no longer faulty. */
function KeptCorrections({ rows, sent }: { rows: readonly PlannedRow[]; sent: SentImport }) {
  const faulty = new Set(rows.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row))
  const kept = [...(sent.options.edits?.cells ?? [])].filter(([row]) => !faulty.has(row))
  return kept.flatMap(([row, cells]) =>
    Object.entries(cells).map(([field, text]) => (
      <input key={`${row}:${field}`} type="hidden" name={`cell:${row}:${field}`} value={text} />
    )),
  )
}

type ColumnChoicesProps = {
  headers: readonly string[]
  used: Partial<Record<string, ImportField | null>>
  isOpen: boolean
}

/** The field of each column, to be changed. */
function ColumnChoices({ headers, used, isOpen }: ColumnChoicesProps) {
  return (
    <details class="import-columns" open={isOpen}>
      <summary>Columns</summary>
      <div class="import-grid">
        {[...new Set(headers)].filter(Boolean).map((header, index) => (
          <div class="field" key={header}>
            <label for={`column-${index}`}>{header}</label>
            <select id={`column-${index}`} name={`column:${header}`}>
              <option value="">Ignore</option>
              {importFields
                .filter((field) => field !== 'id')
                .map((field) => (
                  <option key={field} value={field} selected={used[header] === field}>
                    {fieldLabels[field]}
                  </option>
                ))}
            </select>
          </div>
        ))}
      </div>
    </details>
  )
}
