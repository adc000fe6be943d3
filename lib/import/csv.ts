import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { delimiters, maxFile } from '../schemas/import.ts'
import { unescapeCell } from '../spreadsheet-cell.ts'
import {
  requireFewColumns,
  requireShortHeader,
  type Table,
  type TableRow,
  tooManyRows,
  unreadable,
} from './table.ts'

/** How much is parsed at a time, in UTF-16 units. */
const sliceLength = 64 * 1024
/** The longest row: its cells, and their length together in UTF-16 units. */
const maxRow = { cells: 10_000, length: 1_000_000 }

/**
 * Reads CSV (RFC 4180) and texts with other delimiters. The first row that is not blank is the header.
 *
 * @param delimiter found in the header if undefined
 * @throws Problem `validation_failed` if there is no header, or later, if the rows cannot be parsed
 */
export async function readCsv(text: string, delimiter = findDelimiter(text)): Promise<Table> {
  const records = parseRecords(text, delimiter)
  for (let row = 1; ; row++) {
    const { value: cells, done } = await records.next()
    if (done) throw unreadable('is empty.')
    if (row > maxFile.rows) throw tooManyRows()
    if (cells.every(isBlank)) continue
    requireFewColumns(cells.length)
    const headers = cells.map((header) => requireShortHeader(header.trim()))
    return { headers, delimiter, rows: rowsBelow(row, headers.length, records) }
  }
}

const isBlank = (cell: string) => cell.trim() === ''

/** The delimiter that occurs most often in the first line that is not blank, outside of quotes. */
function findDelimiter(text: string) {
  const [header = ''] = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split(/[\r\n]/)
  const counts = delimiters.map((delimiter) => header.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

async function* parseRecords(text: string, delimiter: string): AsyncGenerator<string[], undefined> {
  const parser = parse({
    delimiter,
    max_record_size: maxRow.length,
    cast: readCell,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  })
  try {
    yield* Readable.from(slices(text)).pipe(parser)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(`cannot be parsed: ${inWords(error)}`, error)
  }
}

function readCell(cell: string, { index }: { index: number }) {
  if (index < maxRow.cells) return unescapeCell(cell)
  throw unreadable(`has a row with more than ${maxRow.cells.toLocaleString('en')} cells.`)
}

function* slices(text: string) {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + sliceLength
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++ // The two halves of a character belong together.
    yield text.slice(start, end)
  }
}

function inWords({ code, lines, message }: CsvError) {
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `the row that begins at line ${lines} is too long. Is a quotation mark never closed?`
  if (code !== 'CSV_QUOTE_NOT_CLOSED') return `there is an error at line ${lines}.`
  const line = /line (\d+)/.exec(message)?.[1]
  return `the quotation mark at line ${line} is never closed.`
}

async function* rowsBelow(
  headerRow: number,
  width: number,
  records: AsyncGenerator<string[], undefined>,
): AsyncGenerator<TableRow> {
  let row = headerRow
  for await (const cells of records) {
    row++
    if (row - headerRow > maxFile.rows) throw tooManyRows()
    const own = Array.from({ length: width }, (_, index) => cells[index] ?? '')
    yield { row, cells: own, ...(isTooWide(cells, width) && tooWide) }
  }
}

const tooWide = { error: 'has more cells than the header. Put quotation marks around the cells.' }
const isTooWide = (cells: readonly string[], width: number) =>
  cells.length > width && !cells.slice(width).every(isBlank)
