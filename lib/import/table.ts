import { Problem } from '../problem.ts'
import type { AliasList } from '../schemas/content.ts'
import { type ImportField, maxFile } from '../schemas/import.ts'
import type { RelationKind } from '../schemas/term.ts'
import type { Guess } from './guess.ts'

const maxColumns = 200
const maxHeaderLength = 1000

/** A row of a file: a cell for each header, undefined where the row does not have it. */
export type TableRow = {
  /** as a spreadsheet numbers it; JSON and YAML count from 1 */
  row: number
  cells: readonly unknown[]
  /** what is wrong with the row as a whole */
  error?: string
  /** whether cells were joined */
  isJoined?: boolean
}

/** A file as a table. */
export type Table = {
  headers: readonly string[]
  /** the character between two cells; null if the format has none */
  delimiter: string | null
  /** the row of the header; null if there is none */
  header_row: number | null
  /** how many lines above the header were skipped */
  skipped_lines: number
  /** the first lines of a file that has lines */
  first_lines: readonly { row: number; cells: readonly string[] }[]
  rows: AsyncIterable<TableRow> | Iterable<TableRow>
  /** whether the format says what its fields are */
  isDefined: boolean
  /** whether somebody wrote it by hand: what it says of other terms may be words that are none */
  isForeign?: boolean
  /** what the layout of the file decided, and what of it is not read */
  guesses: readonly Guess[]
}

/** The cells of the rows of a file, to be read again each time. */
export type Cells = Iterable<readonly unknown[]>

/** A list of names of terms: their other names, or those of other terms. */
export type NameList = AliasList | RelationKind

/**
 * The position of the column of each field that a file has. `other_name` is that of names where the column of short
 * ones is empty, `split_text` that of texts which begin with the full name, `row_type` that of what a row is.
 */
export type Positions = Partial<Record<ImportField | 'other_name' | 'split_text' | 'row_type', number>>

/** The problem that a file as a whole cannot be read. @param reason what follows "The file" */
export const unreadable = (reason: string, cause?: unknown) =>
  new Problem('validation_failed', { detail: `The file ${reason}`, errors: [{ path: '', message: reason }] }, { cause })

/** The problem that a file takes too much time or memory. */
export const tooComplex = (cause?: unknown) => unreadable('is too complex to be read.', cause)

/** The problem that a file has too many rows. */
export const tooManyRows = () =>
  unreadable(`has more than ${maxFile.rows.toLocaleString('en')} rows. Import it in parts.`)

/** @throws Problem `validation_failed` if a table has too many columns */
export function requireFewColumns(count: number): void {
  if (count > maxColumns) throw unreadable(`has more than ${maxColumns} columns.`)
}

/** @throws Problem `validation_failed` if the header of a column is too long to be one */
export function requireShortHeader(header: string): string {
  if (header.length <= maxHeaderLength) return header
  throw unreadable(`has a header with more than ${maxHeaderLength.toLocaleString('en')} characters.`)
}

/**
 * A table of objects, whose keys are the headers.
 *
 * @param objects iterated twice
 * @param before how many rows the file has before them
 */
export function tableOfObjects(objects: Iterable<unknown>, before = 0): Table {
  const headers = new Set<string>()
  let count = 0
  for (const object of objects) {
    if (++count > maxFile.rows) throw tooManyRows()
    if (isObject(object)) for (const key in object) headers.add(requireShortHeader(key))
    requireFewColumns(headers.size)
  }
  return {
    headers: [...headers],
    delimiter: null,
    header_row: null,
    skipped_lines: 0,
    first_lines: [],
    rows: rowsOf(objects, [...headers], before),
    isDefined: headers.has('name') && (headers.has('definition') || headers.has('full_name')),
    guesses: [],
  }
}

/** One by one, because a cell for each header can be much more than the objects have. */
function* rowsOf(objects: Iterable<unknown>, headers: readonly string[], before: number): Generator<TableRow> {
  let row = before
  for (const object of objects) {
    row++
    yield isObject(object)
      ? { row, cells: headers.map((name) => ownValue(object, name)) }
      : { row, cells: [], error: 'must be an object' }
  }
}

const ownValue = (object: Record<string, unknown>, name: string) =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
