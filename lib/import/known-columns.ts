import type { ImportField } from '../schemas/import.ts'
import type { Guess, GuessKey } from './guess.ts'
import type { KnownHeader as Header } from './headers.ts'
import { spellsOut } from './spelled-out.ts'
import type { Cells, Positions } from './table.ts'

/** What is known of the columns of a file, by their position. */
export type Known = {
  headers: readonly string[]
  /** what the header says; undefined if it says nothing or a person has chosen the field */
  named: readonly (Header | undefined)[]
  chosen: ReadonlyMap<number, ImportField | null>
  cells: Cells
  reversed: readonly GuessKey[]
}

/** How many rows and columns are compared to find the field of a column. */
const maxCompared = { rows: 1000, columns: 20 }
export type Rows = readonly (readonly string[])[]
/** `otherwise`: the positions if a person reverses the guess, where these are not those from before. */
export type Guessed = { guess?: Guess; positions: Positions; otherwise?: Positions } | undefined

/** The text of a cell; '' if it has none. */
export const toText = (cell: unknown) => (typeof cell === 'string' ? cell.trim() : '')

/** The first rows that are not blank. */
export function firstRows(cells: Cells): Rows {
  const rows: string[][] = []
  for (const row of cells) {
    const texts = row.map(toText)
    if (texts.some(Boolean) && rows.push(texts) === maxCompared.rows) break
  }
  return rows
}

/** The columns that have no field yet and that nobody has chosen to ignore. */
export const freeColumns = ({ headers, chosen }: Known, positions: Positions) =>
  [...headers.keys()]
    .filter((index) => !chosen.has(index) && !Object.values(positions).includes(index))
    .slice(0, maxCompared.columns)

/** The header of a column in quotation marks. */
export const label = ({ headers }: Known, index: number | undefined) =>
  `"${headers[index ?? -1] ?? ''}"`

/** How many of the rows with both texts spell the name out. */
export function shareSpelled(rows: Rows, name: number, text: number) {
  const both = rows.filter((row) => row[name] && row[text])
  const spelled = both.filter((row) => spellsOut(row[name] ?? '', row[text] ?? ''))
  return both.length === 0 ? 0 : spelled.length / both.length
}

/** How many of the rows have a text in a column. */
export const shareFilled = (rows: Rows, index: number) =>
  rows.filter((row) => row[index]).length / Math.max(1, rows.length)

/** How long the texts of a column are. */
export function meanLength(rows: Rows, index: number) {
  const texts = rows.flatMap((row) => row[index] || [])
  return texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
}
