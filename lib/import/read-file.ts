import { deserialize } from 'node:v8'
import type { ColumnChoice, FileFormat, ImportOptions } from '../schemas/import.ts'
import type { RowEdits } from './edits.ts'
import type { Table, TableRow } from './table.ts'
import { readTableInThread } from './thread.ts'

/** A file as it was sent. */
export type ImportFile = { format: FileFormat; bytes: Uint8Array }

/** How a file is read. */
export type FileOptions = ImportOptions & { columns?: ColumnChoice; edits?: RowEdits }

const formats: Record<string, FileFormat> = {
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  yml: 'yaml',
  yaml: 'yaml',
}

/** The format of a file, by the ending of its name; CSV if the ending says nothing. */
export const formatOf = (fileName: string): FileFormat =>
  formats[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'csv'

/** A file that was read. `batches` are its rows, at most 50 at a time. */
export type ReadTable = Omit<Table, 'rows'> & { encoding: string; batches: Iterable<TableRow[]> }

/**
 * Reads a file as a table.
 *
 * @throws Problem `validation_failed` if it cannot be read
 */
export async function readFile(
  { format, bytes }: ImportFile,
  { delimiter, encoding }: Pick<ImportOptions, 'delimiter' | 'encoding'>,
): Promise<ReadTable> {
  const options = { delimiter, encoding }
  const { batches, ...table } = await readTableInThread({ format, bytes, options })
  return { ...table, batches: unpack(batches) }
}

const unpack = (batches: readonly Uint8Array[]): Iterable<TableRow[]> => ({
  *[Symbol.iterator]() {
    for (const batch of batches) yield deserialize(batch)
  },
})
