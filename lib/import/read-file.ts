import { deserialize } from 'node:v8'
import { joinNames, splitNames } from '../glossary/alias-lists.ts'
import type { ColumnChoice, FileFormat, ImportOptions } from '../schemas/import.ts'
import { isTooLong, onlyLinks } from './artefacts.ts'
import type { Columns } from './columns.ts'
import type { RowEdits } from './edits.ts'
import type { GuessKey } from './guess.ts'
import { cleanName, splitName } from './names.ts'
import type { TableRow } from './table.ts'
import { readTableInThread } from './thread.ts'
import type { PackedTable } from './thread-tasks.ts'

/** A file as it was sent. */
export type ImportFile = { format: FileFormat; bytes: Uint8Array }

/** How a file is read. */
export type FileOptions = ImportOptions & {
  columns?: ColumnChoice
  edits?: RowEdits
  /** guesses that a person has reversed */
  reversed?: readonly GuessKey[]
}

const formats: Record<string, FileFormat> = {
  tsv: 'tsv',
  tab: 'tsv',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  md: 'markdown',
  markdown: 'markdown',
  json: 'json',
  yml: 'yaml',
  yaml: 'yaml',
}

/** The format of a file, by the ending of its name; CSV if the ending says nothing. */
export const formatOf = (fileName: string): FileFormat =>
  formats[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'csv'

/** A file that was read. `batches` are its rows, at most 50 at a time. */
export type ReadTable = Omit<PackedTable, 'batches'> & { batches: Iterable<TableRow[]> }

/**
 * Reads a file as a table.
 *
 * @param sender who sent it
 * @throws Problem `validation_failed` if it cannot be read
 */
export async function readFile(
  sender: string,
  { format, bytes }: ImportFile,
  options: FileOptions,
): Promise<ReadTable> {
  const { delimiter, encoding, header, sheet, match, trust_status } = options
  const { columns = {}, reversed = [] } = options
  const { batches, ...table } = await readTableInThread(sender, {
    format,
    bytes,
    options: { delimiter, encoding, header, sheet, match, trust_status, columns, reversed },
  })
  return { ...table, batches: unpack(batches, table.columns) }
}

const unpack = (batches: readonly Uint8Array[], columns: Columns): Iterable<TableRow[]> => ({
  *[Symbol.iterator]() {
    for (const batch of batches)
      yield (deserialize(batch) as TableRow[]).map((row) => arrange(row, columns))
  },
})

const toText = (cell: unknown) => (typeof cell === 'string' ? cell.trim() : '')

/** A row whose cells are the texts of the fields, after what was decided about the columns. */
export function arrange(row: TableRow, columns: Columns): TableRow {
  const { positions, keepsMarks, isNumbered, splitsNames } = columns
  const { name = -1, full_name = -1, category = -1, links = -1, other_name = -1 } = positions
  const cells = [...row.cells]
  if (isTooLong(cells[category])) cells[category] = undefined
  if (!keepsMarks && typeof cells[links] === 'string') cells[links] = onlyLinks(cells[links]).text
  if (other_name >= 0 && toText(cells[name]) === '') {
    cells[name] = cells[other_name]
    if (full_name === other_name) cells[full_name] = ''
  }
  const text = toText(cells[name])
  if (!keepsMarks && text !== '') cells[name] = cleanName(text, isNumbered)
  if (full_name === other_name && toText(cells[full_name]) === text) cells[full_name] = ''
  if (splitsNames) split(cells, columns)
  return { ...row, cells }
}

/** Splits a name that has an acronym besides another name. What the row says itself stays. */
function split(cells: unknown[], { positions }: Columns) {
  const { name = -1, full_name = -1, aliases = -1 } = positions
  const parts = splitName(toText(cells[name]))
  if (!parts) return
  cells[name] = parts.name
  const { full_name: spelled, alias } = parts
  if (spelled && toText(cells[full_name]) === '') cells[full_name] = spelled
  if (alias) cells[aliases] = joinNames([...splitNames(toText(cells[aliases])), alias])
}
