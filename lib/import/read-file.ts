import { deserialize } from 'node:v8'
import type { ColumnChoice, FileFormat, ImportOptions } from '../schemas/import.ts'
import { arrange } from './arrange.ts'
import type { Columns } from './columns.ts'
import type { RowEdits } from './edits.ts'
import type { GuessKey } from './guess.ts'
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
