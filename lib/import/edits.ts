import { hash } from 'node:crypto'
import * as v from 'valibot'
import type { Fault } from '../problem.ts'
import { fullName } from '../schemas/content.ts'
import type { ImportField } from '../schemas/import.ts'
import type { Columns } from './columns.ts'
import type { TableRow } from './table.ts'
import { type ReadRow, type RowValues, toText } from './values.ts'

/** What a person changes about the rows of a file before they are imported, by the number of the row. */
export type RowEdits = {
  /** new texts of cells */
  cells: ReadonlyMap<number, Partial<Record<ImportField, string>>>
  /** the rows that have several meanings */
  splits: ReadonlySet<number>
  /** whether only new terms are added, and no term that the glossary already has is changed */
  keepsTerms: boolean
}

export const noEdits: RowEdits = { cells: new Map(), splits: new Set(), keepsTerms: false }

/** Names the content of a file: edits belong to one file. */
export const digestOf = (content: Uint8Array): string => hash('sha1', content)

/**
 * Replaces the corrected cells of a row. A page sends the cells of all faulty rows, also those that nobody corrected.
 */
export function correct(row: TableRow, { positions }: Pick<Columns, 'positions'>, edits: RowEdits): TableRow {
  const cells = [...row.cells]
  let isCorrected = false
  for (const [field, text] of Object.entries(edits.cells.get(row.row) ?? {})) {
    const position = positions[field as ImportField]
    if (position === undefined || asSent(toText(cells[position])) === asSent(text)) continue
    cells[position] = text
    isCorrected = true
  }
  return isCorrected ? { row: row.row, cells } : row
}

/** A text as a form sends it: browsers change line breaks, and drop the first one of a field. */
const asSent = (text: string) => text.replace(/\r\n?/g, '\n').trim()

/**
 * The meanings in a row like "Amazon Web Services OR alternative work schedule": in its full name, otherwise in its
 * definition. One if there is no "OR".
 */
export const meaningsIn = ({ full_name, definition }: RowValues): string[] =>
  (full_name ?? definition ?? '')
    .split(/\sOR\s/)
    .map((part) => part.trim())
    .filter(Boolean)

/** A row for each of its meanings. */
export function split(read: ReadRow): ReadRow[] {
  const { values } = read
  const meanings = values ? meaningsIn(values) : []
  if (!values || meanings.length < 2) return [read]
  return meanings.map((part) => {
    const result = v.safeParse(fullName, part)
    if (!result.success) return { ...read, meanings, values: null, errors: [toFault(result.issues)] }
    const definition = values.full_name ? {} : { definition: part }
    return { ...read, meanings, values: { ...values, full_name: result.output, ...definition } }
  })
}

const toFault = ([{ message }]: [{ message: string }, ...unknown[]]): Fault => ({ path: 'full_name', message })
