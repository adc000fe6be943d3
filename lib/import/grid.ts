import type { Languages } from '../languages.ts'
import { maxFile } from '../schemas/import.ts'
import type { GuessKey } from './guess.ts'
import { joinParts, type Part } from './join-parts.ts'
import { findFirst, findHeader, isBlank, type Line, maxAbove } from './layout.ts'
import { requireFewColumns, requireShortHeader, type Table, type TableRow, tooManyRows, unreadable } from './table.ts'

/** Which line is the header: its number, or whether there is one. */
export type HeaderChoice = number | boolean | undefined

/** By what the header of a file is found. */
type KnownOfHeaders = {
  /** those of columns that somebody has chosen */
  named: readonly string[]
  /** the languages of the glossary, its own first */
  languages: Languages
}

/** A table or a sheet of a file, with its title. */
export type Grid = {
  title: string | null
  lines: readonly Line[]
  /** how many rows the sheets before it have */
  before?: number
}

/**
 * Reads the tables or sheets of a file.
 *
 * @param noun what one of them is called
 * @throws Problem `validation_failed` if all are empty, or no one has such a header
 */
export async function readGrids(
  grids: readonly Grid[],
  choice: HeaderChoice,
  { noun, reversed, ...known }: KnownOfHeaders & { noun: string; reversed: readonly GuessKey[] },
): Promise<Table> {
  const filled = grids.filter(({ lines }) => !lines.every(isBlankLine))
  if (filled.length === 0) throw unreadable('is empty.')
  const hasChoice = ({ lines }: Grid) => lines.some(({ row }) => row === choice)
  if (typeof choice === 'number' && !filled.some(hasChoice)) throw unreadable(`has no row ${choice}.`)
  const parts: Part[] = []
  for (const grid of filled) {
    const own = typeof choice !== 'number' || hasChoice(grid) ? choice : undefined
    const table = await readGrid(grid.lines, own, null, known)
    const skipped_lines = table.skipped_lines - (grid.before ?? 0)
    parts.push({ title: grid.title, table: { ...table, skipped_lines } })
  }
  return joinParts(parts, noun, reversed)
}

/** How many of the first lines are shown, so that people can choose the header. */
const maxShown = 10

/**
 * Reads lines of cells as a table.
 *
 * @throws Problem `validation_failed` if there is no such header, or later, if the lines cannot be read
 */
export async function readGrid(
  lines: AsyncIterable<Line> | Iterable<Line>,
  choice: HeaderChoice,
  delimiter: string | null,
  known: KnownOfHeaders,
): Promise<Table> {
  const iterator = iterate(lines)
  const first = await readFirst(iterator, choice)
  const { header, below } = chooseHeader(first, choice, known)
  const headerRow = header?.row ?? (below[0]?.row ?? 1) - 1
  const headers = toHeaders(header, below, known.named)
  const isSpaced = header?.cells.some(isAfterBlank) ?? false
  return {
    headers,
    delimiter,
    header_row: header ? header.row : null,
    skipped_lines: header ? header.row - 1 : headerRow,
    first_lines: first.slice(0, maxShown),
    rows: rowsOf(below, iterator, { width: headers.length, delimiter, isSpaced }, headerRow),
    isDefined: exported.every((name) => headers.includes(name)),
    guesses: [],
  }
}

/** The columns by which our own export is known. */
const exported = ['id', 'name', 'full_name', 'definition', 'category', 'aliases', 'status']

async function* iterate(lines: AsyncIterable<Line> | Iterable<Line>) {
  yield* lines
}

/** Reads the first lines: those to be shown, and those among which the header is. */
async function readFirst(lines: AsyncGenerator<Line>, choice: HeaderChoice) {
  const first: Line[] = []
  for (let filled = 0; filled < maxAbove || first.length < Number(choice ?? 0); ) {
    const { value: line, done } = await lines.next()
    if (done) break
    requireFewColumns(line.cells.length)
    if (first.push(line) > maxFile.rows) throw tooManyRows()
    if (!isBlankLine(line)) filled++
  }
  if (first.every(isBlankLine)) throw unreadable('is empty.')
  return first
}

const isBlankLine = ({ cells }: Line) => cells.every(isBlank)

/** Returns the header, if there is one, and the lines below it. */
function chooseHeader(lines: readonly Line[], choice: HeaderChoice, { named, languages }: KnownOfHeaders) {
  if (typeof choice === 'number') {
    const header = lines.find(({ row }) => row === choice)
    if (!header) throw unreadable(`has no row ${choice}.`)
    return { header, below: lines.slice(lines.indexOf(header) + 1) }
  }
  const filled = lines.filter((line) => !isBlankLine(line))
  const { header, start }: ReturnType<typeof findHeader> =
    choice === false ? { start: findFirst(filled) } : findHeader(filled, choice === true, named, languages)
  const place = lines.findIndex((line) => line === (header ?? filled[start]))
  return { header, below: place < 0 ? [] : lines.slice(header ? place + 1 : place) }
}

/**
 * A column with cells but without a header is called by its number. Behind the last header, it is one if most rows have
 * it or somebody names it: otherwise the few rows with such cells are faulty.
 */
function toHeaders(header: Line | undefined, below: readonly Line[], named: readonly string[]) {
  const rows = below.filter((line) => !isBlankLine(line))
  const given = header?.cells.length ?? Math.max(0, ...rows.map(({ cells }) => cells.length))
  const countCells = (index: number) => rows.filter(({ cells }) => !isBlank(cells[index] ?? '')).length
  const columns = Array.from({ length: given }, (_, index) => {
    const text = requireShortHeader((header?.cells[index] ?? '').trim())
    const number = String(index + 1)
    const count = countCells(index)
    const isColumn = text !== '' || !header || named.includes(number) || (count > 1 && count > rows.length / 2)
    return { title: text === '' && count > 0 ? number : text, isColumn }
  })
  return columns.slice(0, columns.findLastIndex(({ isColumn }) => isColumn) + 1).map(({ title }) => title)
}

type Layout = {
  width: number
  delimiter: string | null
  /** whether blanks follow the delimiters of the header, too */
  isSpaced: boolean
}

async function* rowsOf(
  first: readonly Line[],
  others: AsyncGenerator<Line>,
  layout: Layout,
  headerRow: number,
): AsyncGenerator<TableRow> {
  for (const line of first) yield toRow(line, layout)
  for await (const line of others) {
    if (line.row - headerRow > maxFile.rows) throw tooManyRows()
    yield toRow(line, layout)
  }
}

function toRow({ row, cells }: Line, { width, delimiter, isSpaced }: Layout): TableRow {
  const own = Array.from({ length: width }, (_, index) => cells[index] ?? '')
  const filled = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  const isList = width === 2 && delimiter !== null
  // Empty cells at the end are no fault, unless a text was split before them, as in "Checks it, and why,Finance,,".
  const isSplit = delimiter !== null && !isSpaced && cells.length > width && cells.some(isAfterBlank)
  if (filled <= width && (isList || !isSplit)) return { row, cells: own }
  // In a list of two columns, the text has delimiters that nobody quoted.
  if (isList) return { row, cells: [own[0], cells.slice(1, filled).join(delimiter)], isJoined: true }
  const rest = cells.slice(width, filled).map((cell) => cell.trim())
  return { row, cells: own, error: describeWide(filled > width ? filled : cells.length, rest, width, delimiter) }
}

/** Whether a cell goes on behind a blank, as prose does behind a comma. */
const isAfterBlank = (cell: string, index: number) => index > 0 && /^ \S/.test(cell)

const signs: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }

/** What is wrong with a row that has more cells than the header. @param rest the texts behind the last column */
function describeWide(count: number, rest: readonly string[], width: number, delimiter: string | null): string {
  const text = rest.filter(Boolean).join(' · ').slice(0, 80)
  const left = text === '' ? '' : ` Behind the last column stands “${text}”.`
  const advice =
    delimiter === null
      ? 'Move each text to its column, or give each column a header.'
      : `Put texts with ${signs[delimiter] ?? `“${delimiter}”`} in quotation marks.`
  return `has ${count} cells, but the header has ${width}.${left} ${advice}`
}
