import type { ComponentChildren } from 'preact'
import type { PlannedRow } from '../../../lib/import/plan.ts'
import type { ReadTable } from '../../../lib/import/read-file.ts'
import { aliasLists } from '../../../lib/schemas/content.ts'
import type { ImportField } from '../../../lib/schemas/import.ts'
import { describeError, describeField, fieldLabels, More, maxShown, type Rows, toText } from './rows-view.tsx'

type TableProps = Rows & Pick<ReadTable['columns'], 'used'> & { total: number }

/** The rows that cannot be imported, with their cells to correct. */
export function NeedsYou({ rows, used, total }: TableProps) {
  const fields = Object.values(used)
  const shown = rows.filter(({ outcome }) => outcome === 'failed').slice(0, maxShown)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="needs-you">
      <h3 id="needs-you">Needs you</h3>
      <Lines fields={fields} label="Rows with errors">
        {shown.map((row) => (
          <FaultyRow key={row.row} row={row} fields={fields} />
        ))}
      </Lines>
      <More count={total - shown.length} what="with errors" />
    </section>
  )
}

/** The rows that become new terms. */
export function NewTerms({ rows, used, total }: TableProps) {
  const fields = Object.values(used)
  const shown = rows.filter(({ outcome }) => outcome === 'created').slice(0, maxShown)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="new-terms">
      <h3 id="new-terms">New</h3>
      <Lines fields={fields} label="New terms">
        {shown.map((row, index) => (
          <NewRow key={`${row.row}-${index}`} row={row} fields={fields} />
        ))}
      </Lines>
      <More count={total - shown.length} what="new" />
    </section>
  )
}

type LinesProps = { fields: readonly ImportField[]; label: string; children: ComponentChildren }

/** A line for each row. It takes the focus because it may scroll. */
function Lines({ fields, label, children }: LinesProps) {
  return (
    <section class="import-table" tabindex={0} aria-label={label}>
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
        <tbody>{children}</tbody>
      </table>
    </section>
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
      {errors.map(adviseOn).map((advice, i) => (
        <>
          {i > 0 && '; '}
          <Advice text={advice} />
        </>
      ))}
    </span>
  )

/** The address of a proposal in it is a link. */
function Advice({ text }: { text: string }) {
  const [, before = '', path] = /^(.*)(\/proposals\/[\w-]+)$/.exec(text) ?? []
  if (!path) return text
  return (
    <>
      {before.replace(/: $/, '.')} <a href={path}>See it</a>
    </>
  )
}

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
