import { readOrigin } from '../glossary/context-file.ts'
import type { ColumnChoice, FileFormat, ImportOptions } from '../schemas/import.ts'
import { quotesTexts, readCsv } from './csv.ts'
import { decode } from './decode.ts'
import { parseJson, parseYaml } from './documents.ts'
import { type HeaderChoice, readGrid, readGrids } from './grid.ts'
import { describeParts, describeUnread, type Guess, type GuessKey } from './guess.ts'
import { findDelimiter, hasColumns } from './layout.ts'
import { isList, readColumns, readList, readOwnList, toLines } from './lines.ts'
import { hasTable, readTables } from './markdown.ts'
import { readObjects } from './objects.ts'
import { type Table, unreadable } from './table.ts'
import { readWikiTables } from './wiki-tables.ts'
import { isArchive, readWorkbook } from './workbook.ts'

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
  /** the visible sheets of a workbook, and the only one that was read */
  sheets: readonly string[]
  sheet: string | null
  guesses: readonly Guess[]
}

type Reader = (text: string, header: HeaderChoice, options: ReadOptions) => Table | Promise<Table>

const readers: Record<Exclude<FileFormat, 'xlsx'>, Reader> = {
  csv: (text, header, { delimiter = findDelimiter(text), columns }) =>
    readGrid(readCsv(text, delimiter), header, delimiter, Object.keys(columns)),
  tsv: (text, header, options) => readers.csv(text, header, { ...options, delimiter: options.delimiter ?? '\t' }),
  markdown: readMarkdown,
  json: (text, _, { reversed }) => readObjects(parseJson(text), reversed),
  yaml: (text, _, { reversed }) => readObjects(parseYaml(text), reversed),
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
      ? await readSheets(bytes, header, options)
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

/** The tables of a text, or a list without a table. */
async function readMarkdown(text: string, header: HeaderChoice, { columns, reversed }: ReadOptions) {
  const origin = readOrigin(text)
  if (origin) return readOwnList(text, origin)
  const lines = toLines(text)
  const wiki = readWikiTables(text, lines)
  const { tables, others } = wiki.length > 0 ? { tables: wiki, others: [] } : readTables(lines)
  const apart = tables.length > 0 ? undefined : readColumns(lines)
  const list = tables.length > 0 || apart ? undefined : readList(lines, reversed)
  if (list) return list
  const read = apart ? [{ title: null, lines: apart }] : tables
  if (read.length === 0) throw unreadable('has no table and no list that can be read.')
  const options = { noun: 'table', reversed }
  const table = await readGrids(read, header, Object.keys(columns), options)
  return { ...table, guesses: [...table.guesses, ...describeUnread(others)] }
}

async function readSheets(bytes: Uint8Array, header: HeaderChoice, { sheet, reversed, columns }: ReadOptions) {
  const { read, sheets, hiddenSheets, hasOwnTexts } = await readWorkbook(bytes, sheet)
  let count = 0
  const grids = read.map(({ name, lines, hidden, before }) => {
    count += hidden.size
    const shown = reversed.includes('hidden') ? lines.filter(({ row }) => !hidden.has(row)) : lines
    return { title: name, lines: shown, before }
  })
  const options = { noun: 'sheet', reversed }
  const table = await readGrids(grids, header, Object.keys(columns), options)
  const guesses = reversed.includes('hidden') ? [] : guessHidden(count)
  const unread = sheet === undefined ? hiddenSheets : []
  return {
    ...table,
    sheets,
    sheet: read.length === 1 ? (read[0]?.name ?? null) : null,
    format: 'xlsx' as const,
    guesses: [...table.guesses, ...guesses, ...describeParts(unread, 'Not read, because hidden:')],
    encoding: 'utf-8',
    isDamaged: false,
    isExact: hasOwnTexts && table.isDefined,
  }
}

function guessHidden(count: number): Guess[] {
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

/** How a list of objects begins in JSON. */
const json = /^\s*(?:\[\s*[{[\]]|\{\s*["}])/
/** How a list of terms begins in YAML, after comments. */
const yaml =
  /^(?:[ \t]*(?:#.*)?\r?\n|---.*\n)*(?:(?:contexts|nodes|terms|glossary|acronyms):[ \t]*(?:#.*)?\r?\n|-? ?(?:name|term|acronym|abbreviation): .*\n)/

/**
 * Finds the format of a text that came as CSV: people paste what they have, and files are called `.txt`.
 *
 * @returns CSV if it looks like nothing else
 */
function findFormat(text: string): Exclude<FileFormat, 'xlsx'> {
  const start = text.slice(0, 20_000)
  if (json.test(start)) return 'json'
  if (yaml.test(start)) return 'yaml'
  if (readOrigin(text)) return 'markdown'
  if (hasTable(text) || /^\s*(?:\{\||<(?:table|dl|html|!doctype)[\s>]|\|\|.+\|\|)/im.test(start)) return 'markdown'
  return !hasColumns(text) && isList(text) ? 'markdown' : 'csv'
}
