import type { PlannedRow } from '../../../lib/import/plan.ts'
import { aliasLists } from '../../../lib/schemas/content.ts'
import type { ImportField, ImportResult } from '../../../lib/schemas/import.ts'
import { describeError, describeField, fieldLabels, More, maxShown, type Rows, toText } from './rows-view.tsx'

type TableProps = Rows & Pick<ImportResult['columns'], 'used'> & { totals: ImportResult['totals'] }

/** A line for each row that cannot be imported, with its cells to correct, then for each new one. */
export function RowTable({ rows, used, totals }: TableProps) {
  const fields = Object.values(used)
  const [faulty, created] = (['failed', 'created'] as const).map((outcome) =>
    rows.filter((row) => row.outcome === outcome).slice(0, maxShown),
  )
  if (!faulty || !created || faulty.length + created.length === 0) return null
  return (
    <>
      {/* It takes the focus because it may scroll. */}
      <section class="import-table" tabindex={0} aria-label="Rows with errors and new terms">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {fieldLabels[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {faulty.map((row) => (
              <FaultyRow key={row.row} row={row} fields={fields} />
            ))}
            {created.map((row, index) => (
              <NewRow key={`${row.row}-${index}`} row={row} fields={fields} />
            ))}
          </tbody>
        </table>
      </section>
      <More count={totals.failed - faulty.length} what="with errors" />
      <More count={totals.created - created.length} what="new" />
    </>
  )
}

type RowProps = { row: PlannedRow; fields: readonly ImportField[] }

/** Each cell has its fault beside it; what is wrong with no cell in particular stands beside the name. */
function FaultyRow({ row: { row, errors, cells }, fields }: RowProps) {
  const faultsOf = (field: ImportField) =>
    errors.filter(({ path }) => {
      const [about] = path.split('.')
      return about === field || (field === 'name' && !fields.some((each) => each === about))
    })
  return (
    <tr class="faulty">
      <th scope="row">{row}</th>
      {fields.map((field) => (
        <td key={field} data-label={fieldLabels[field]}>
          {/* Names that JSON has as a list are not shown as text, which would lose their kinds. */}
          {(field in cells || !(field in aliasLists)) && (
            <Cell row={row} field={field} text={cells[field] ?? ''} errors={faultsOf(field)} />
          )}
        </td>
      ))}
    </tr>
  )
}

type Errors = { errors: PlannedRow['errors'] }

const Fault = ({ errors, id }: Errors & { id?: string }) =>
  errors.length === 0 ? null : (
    <span class="fault" id={id}>
      {errors.map(adviseOn).join('; ')}
    </span>
  )

type CellProps = Errors & { row: number; field: ImportField; text: string }

/** A text with line breaks would lose them in a field of one line. */
function Cell({ row, field, text, errors }: CellProps) {
  const id = `cell-${row}-${field}`
  const isFaulty = errors.length > 0
  const props = {
    ...{ id, name: `cell:${row}:${field}`, 'aria-label': `${fieldLabels[field]} of row ${row}` },
    ...(isFaulty && { 'aria-invalid': 'true' as const, 'aria-describedby': `${id}-fault` }),
  }
  return (
    <div class="cell">
      {/[\r\n]/.test(text) ? (
        <textarea {...props} rows={1}>
          {text}
        </textarea>
      ) : (
        <input {...props} value={text} />
      )}
      <Fault id={`${id}-fault`} errors={errors} />
    </div>
  )
}

/** One line; what is cut stays readable on hover. */
const NewRow = ({ row: { row, changes, cells }, fields }: RowProps) => (
  <tr>
    <th scope="row">{row}</th>
    {fields.map((field) => {
      const text = toText(changes[field]?.to ?? cells[field])
      return (
        <td key={field} data-label={fieldLabels[field]} title={text || undefined} dir="auto">
          {text}
        </td>
      )
    })}
  </tr>
)

/** The same beside the cell, in few words. */
function adviseOn(error: PlannedRow['errors'][number]): string {
  const { path, message } = error
  if (message === 'is required') return `Enter a ${describeField(path).toLowerCase()}`
  const [, most] = /^must be (?:1 to|at most) ([\d,]+) characters long$/.exec(message) ?? []
  return most ? `At most ${most} characters` : describeError(error)
}
