import type { PlannedRow } from '../../../lib/import/plan.ts'
import { type ImportResult, importFields } from '../../../lib/schemas/import.ts'
import { escapeCell } from '../../../lib/spreadsheet-cell.ts'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'

/** How long the document can be that a page carries, in UTF-16 units. */
const maxLength = 1_000_000

type LeftOutProps = {
  rows: readonly PlannedRow[]
  columns: ImportResult['columns']['used']
  /** the number of all rows with errors */
  total: number
}

/** A link that downloads the rows with errors, and what these are, as CSV, to be corrected and imported. */
export function LeftOut({ rows, columns, total }: LeftOutProps) {
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
