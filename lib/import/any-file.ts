import type { ColumnChoice, FileFormat, ImportOptions } from '../schemas/import.ts'
import { quotesTexts, readCsv } from './csv.ts'
import { decode } from './decode.ts'
import { findFormat } from './formats.ts'
import { type HeaderChoice, readGrid } from './grid.ts'
import type { Guess, GuessKey } from './guess.ts'
import { parseJson } from './json.ts'
import { findDelimiter } from './layout.ts'
import { readMarkdown } from './markdown.ts'
import { readObjects } from './objects.ts'
import type { Table } from './table.ts'
import { isArchive, readWorkbook } from './workbook.ts'
import { parseYaml } from './yaml.ts'

/** What has to be known to read a file. */
export type ReadOptions = Pick<
  ImportOptions,
  'delimiter' | 'encoding' | 'header' | 'sheet' | 'match' | 'trust_status'
> & { columns: ColumnChoice; reversed: readonly GuessKey[] }

/** A file as a table, and how it was read. */
export type ReadFile = Table & {
  /** what the file turned out to be */
  format: FileFormat
  encoding: string
  /** whether the text has bytes that stand for no character */
  isDamaged: boolean
  /** whether its texts are as they were written: no spreadsheet can have made a date of them */
  isExact: boolean
  /** the visible sheets of a workbook, and the one that was read */
  sheets: readonly string[]
  sheet: string | null
  guesses: readonly Guess[]
}

type Reader = (text: string, header: HeaderChoice, options: ReadOptions) => Table | Promise<Table>

const readers: Record<Exclude<FileFormat, 'xlsx'>, Reader> = {
  csv: (text, header, { delimiter = findDelimiter(text), columns }) =>
    readGrid(readCsv(text, delimiter), header, delimiter, Object.keys(columns)),
  tsv: (text, header, { delimiter = '\t', columns }) =>
    readGrid(readCsv(text, delimiter), header, delimiter, Object.keys(columns)),
  markdown: (text, header, { columns }) =>
    readGrid(readMarkdown(text), header, null, Object.keys(columns)),
  json: (text) => readObjects(parseJson(text)),
  yaml: (text) => readObjects(parseYaml(text)),
}

/**
 * Reads a file of any format.
 *
 * @param file `csv` stands for any format: the content decides
 * @throws Problem `validation_failed`
 */
export async function readAnyFile(
  { format, bytes }: { format: FileFormat; bytes: Uint8Array },
  options: ReadOptions,
): Promise<ReadFile> {
  const header = options.header ?? (options.reversed.includes('header') || undefined)
  const read =
    format === 'xlsx' || isArchive(bytes)
      ? await readSheet(bytes, header, options)
      : await readText(format, bytes, header, options)
  return { ...read, guesses: [...read.guesses, ...guessHeader(read, header)] }
}

async function readText(
  format: Exclude<FileFormat, 'xlsx'>,
  bytes: Uint8Array,
  header: HeaderChoice,
  options: ReadOptions,
) {
  const { text, ...decoded } = decode(bytes, options.encoding)
  const found = format === 'csv' ? findFormat(text) : format
  const table = await readers[found](text, header, options)
  const isExact = found === 'json' || found === 'yaml' || (found === 'csv' && quotesTexts(text))
  return { ...table, ...decoded, format: found, isExact, sheets: [], sheet: null }
}

async function readSheet(
  bytes: Uint8Array,
  header: HeaderChoice,
  { sheet, reversed, columns }: ReadOptions,
) {
  const { lines, hidden, hasOwnTexts, ...workbook } = await readWorkbook(bytes, sheet)
  const shown = reversed.includes('hidden') ? lines.filter(({ row }) => !hidden.has(row)) : lines
  const table = await readGrid(shown, header, null, Object.keys(columns))
  const guesses = [...guessSheet(workbook, sheet), ...guessHidden(hidden, shown)]
  return {
    ...table,
    ...workbook,
    format: 'xlsx' as const,
    guesses,
    encoding: 'utf-8',
    isDamaged: false,
    isExact: hasOwnTexts && table.isDefined,
  }
}

function guessSheet(
  { sheet, sheets }: { sheet: string; sheets: string[] },
  wanted?: string,
): Guess[] {
  if (sheets.length < 2 || wanted !== undefined) return []
  return [{ key: 'sheet', text: `Of ${sheets.length} sheets, "${sheet}" is read.` }]
}

function guessHidden(hidden: ReadonlySet<number>, lines: readonly { row: number }[]): Guess[] {
  const count = lines.filter(({ row }) => hidden.has(row)).length
  if (count === 0) return []
  const text = `${count.toLocaleString('en')} hidden ${count === 1 ? 'row is' : 'rows are'} read, too.`
  return [{ key: 'hidden', text, instead: 'Leave out hidden rows' }]
}

/** Says that the first line was taken for a row, if nobody chose that. */
function guessHeader(table: Table, header: HeaderChoice): Guess[] {
  if (table.header_row !== null || table.first_lines.length === 0 || header !== undefined) return []
  const text = 'The file has no header, because its first line looks like the others.'
  return [{ key: 'header', text, instead: 'The first line is the header' }]
}
