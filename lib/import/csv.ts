import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unescapeCell } from '../spreadsheet-cell.ts'
import type { Line } from './layout.ts'
import { unreadable } from './table.ts'

/** How much is parsed at a time, in UTF-16 units. */
const sliceLength = 64 * 1024
/** How much of a text says whether its cells are in quotation marks. */
const maxJudged = 20_000
/**
 * The longest row: its cells, and their length together in UTF-16 units. The parser copies as much as the longest cell
 * so far has at each quotation mark that has text behind it.
 */
const maxRow = { cells: 10_000, length: 200_000 }

/**
 * Reads the lines of CSV (RFC 4180) and of texts with other delimiters.
 *
 * @throws Problem `validation_failed`, when it comes to what cannot be parsed
 */
export async function* readCsv(text: string, delimiter: string): AsyncGenerator<Line> {
  const parser = parse({
    delimiter,
    max_record_size: maxRow.length,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  })
  const open = findOpenQuote(text, delimiter)
  if (open) throw unreadable(`cannot be parsed: the quotation mark at line ${open} is never closed.`)
  try {
    let row = 0
    for await (const cells of Readable.from(slices(text)).pipe(parser)) yield { row: ++row, cells: readCells(cells) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(`cannot be parsed: ${inWords(error)}`, error)
  }
}

/** A row below the first line, in which all cells but numbers and truth values are in quotation marks. */
const quotedRow =
  /^[^\r\n]*\r?\n((?:(?:"(?:[^"]|"")*"|[\d.]*|true|false)[,;\t|])*(?:"(?:[^"]|"")*"|[\d.]*|true|false))(?:[\r\n]|$)/

/**
 * Whether the texts of CSV are in quotation marks, judged by its first row. Our export writes them so; a spreadsheet,
 * which can have changed texts, quotes only what it must.
 */
export const quotesTexts = (text: string): boolean =>
  quotedRow.exec(text.slice(0, maxJudged))?.[1]?.includes('"') ?? false

function readCells(cells: readonly string[]) {
  if (cells.length <= maxRow.cells) return cells.map(unescapeCell)
  throw unreadable(`has a row with more than ${maxRow.cells.toLocaleString('en')} cells.`)
}

function* slices(text: string) {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + sliceLength
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++ // The two halves of a character belong together.
    yield text.slice(start, end)
  }
}

const inWords = ({ code, lines }: CsvError) =>
  code === 'CSV_MAX_RECORD_SIZE' ? `the row at line ${lines} is too long.` : `there is an error at line ${lines}.`

/**
 * Returns the line of a quotation mark that opens a cell and is never closed: a cell of several lines ends before a
 * delimiter or the end of a line. Within a line, other quotation marks are a part of the cell.
 */
function findOpenQuote(text: string, delimiter: string): number | undefined {
  const isEnd = (at: number) => at >= text.length || `${delimiter}\r\n`.includes(text.charAt(at))
  let open = text.indexOf('"')
  while (open >= 0) {
    let end = open
    if (open === 0 || isEnd(open - 1)) {
      do end = text.indexOf('"', end + 1)
      while (end >= 0 && text[end + 1] === '"' && end++ > 0)
      const isClosed = end >= 0 && (isEnd(end + 1) || !/[\r\n]/.test(text.slice(open, end)))
      if (!isClosed) return text.slice(0, open).split(/\r\n|\r|\n/).length
    }
    open = text.indexOf('"', end + 1)
  }
  return undefined
}
