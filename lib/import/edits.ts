import type { ImportField } from '../schemas/import.ts'
import type { Columns } from './columns.ts'
import type { TableRow } from './table.ts'
import type { ReadRow, RowValues } from './values.ts'

/** What a person changes about the rows of a file before they are imported, by the number of the row. */
export type RowEdits = {
  /** new texts of cells */
  cells: ReadonlyMap<number, Partial<Record<ImportField, string>>>
  /** the rows that stand for several meanings */
  splits: ReadonlySet<number>
  /** whether an empty definition is like an absent one: new terms get their full name, others keep what they have */
  ignoresEmptyDefinitions: boolean
}

export const noEdits: RowEdits = {
  cells: new Map(),
  splits: new Set(),
  ignoresEmptyDefinitions: false,
}

/** Replaces the corrected cells of a row. */
export function correct(
  row: TableRow,
  { positions }: Pick<Columns, 'positions'>,
  edits: RowEdits,
): TableRow {
  const corrected = edits.cells.get(row.row)
  if (!corrected) return row
  const cells = [...row.cells]
  for (const [field, text] of Object.entries(corrected)) {
    const position = positions[field as ImportField]
    if (position !== undefined) cells[position] = text
  }
  return { row: row.row, cells }
}

/**
 * The meanings in a row like "Amazon Web Services OR alternative work schedule": in its full name, otherwise in its
 * definition. One if there is no "OR".
 */
export const meaningsIn = ({ full_name, definition }: RowValues): string[] =>
  (full_name ?? definition ?? '')
    .split(/\s+OR\s+/)
    .map((part) => part.trim())
    .filter(Boolean)

/** A row for each of its meanings. */
export function split(read: ReadRow): ReadRow[] {
  const { values } = read
  if (!values) return [read]
  const meanings = meaningsIn(values)
  return meanings.map((part) => {
    const definition = values.full_name ? {} : { definition: part }
    return { ...read, meanings, values: { ...values, full_name: part, ...definition } }
  })
}
