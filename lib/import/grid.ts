import { maxFile } from '../schemas/import.ts'
import type { GuessKey } from './guess.ts'
import { joinParts, type Part } from './join-parts.ts'
import { findFirst, findHeader, isBlank, type Line, maxAbove } from './layout.ts'
import { requireFewColumns, requireShortHeader, type Table, type TableRow, tooManyRows, unreadable } from './table.ts'

/** Which line is the header: its number, or whether there is one. */
export type HeaderChoice = number | boolean | undefined

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
  named: readonly string[],
  { noun, reversed }: { noun: string; reversed: readonly GuessKey[] },
): Promise<Table> {
  const filled = grids.filter(({ lines }) => !lines.every(isBlankLine))
  if (filled.length === 0) throw unreadable('is empty.')
  const hasChoice = ({ lines }: Grid) => lines.some(({ row }) => row === choice)
  if (typeof choice === 'number' && !filled.some(hasChoice)) throw unreadable(`has no row ${choice}.`)
  const parts: Part[] = []
  for (const grid of filled) {
    const own = typeof choice !== 'number' || hasChoice(grid) ? choice : undefined
    const table = await readGrid(grid.lines, own, null, named)
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
 * @param named headers of columns that somebody has chosen
 * @throws Problem `validation_failed` if there is no such header, or later, if the lines cannot be read
 */
export async function readGrid(
  lines: AsyncIterable<Line> | Iterable<Line>,
  choice: HeaderChoice,
  delimiter: string | null,
  named: readonly string[],
): Promise<Table> {
  const iterator = iterate(lines)
  const first = await readFirst(iterator, choice)
  const { header, below } = chooseHeader(first, choice, named)
  const headerRow = header?.row ?? (below[0]?.row ?? 1) - 1
  const headers = toHeaders(header, below)
  return {
    headers,
    delimiter,
    header_row: header ? header.row : null,
    skipped_lines: header ? header.row - 1 : headerRow,
    first_lines: first.slice(0, maxShown),
    rows: rowsOf(below, iterator, headers.length, headerRow),
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
function chooseHeader(lines: readonly Line[], choice: HeaderChoice, named: readonly string[]) {
  if (typeof choice === 'number') {
    const header = lines.find(({ row }) => row === choice)
    if (!header) throw unreadable(`has no row ${choice}.`)
    return { header, below: lines.slice(lines.indexOf(header) + 1) }
  }
  const filled = lines.filter((line) => !isBlankLine(line))
  const { header, start }: ReturnType<typeof findHeader> =
    choice === false ? { start: findFirst(filled) } : findHeader(filled, choice === true, named)
  const place = lines.findIndex((line) => line === (header ?? filled[start]))
  return { header, below: place < 0 ? [] : lines.slice(header ? place + 1 : place) }
}

/** A column with cells but without a header is called by its number. */
function toHeaders(header: Line | undefined, below: readonly Line[]) {
  const width = Math.max(header?.cells.length ?? 0, ...(header ? [] : below.map(({ cells }) => cells.length)))
  return Array.from({ length: width }, (_, index) => {
    const text = requireShortHeader((header?.cells[index] ?? '').trim())
    const hasCells = below.some(({ cells }) => !isBlank(cells[index] ?? ''))
    return text === '' && hasCells ? String(index + 1) : text
  })
}

async function* rowsOf(
  first: readonly Line[],
  others: AsyncGenerator<Line>,
  width: number,
  headerRow: number,
): AsyncGenerator<TableRow> {
  for (const line of first) yield toRow(line, width)
  for await (const line of others) {
    if (line.row - headerRow > maxFile.rows) throw tooManyRows()
    yield toRow(line, width)
  }
}

function toRow({ row, cells }: Line, width: number): TableRow {
  const own = Array.from({ length: width }, (_, index) => cells[index] ?? '')
  const isTooWide = cells.length > width && !cells.slice(width).every(isBlank)
  return { row, cells: own, ...(isTooWide && tooWide) }
}

const tooWide = { error: 'has more cells than the header. Put quotation marks around the cells.' }
