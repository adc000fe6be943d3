import type { ColumnChoice, FileFormat, ImportOptions } from '../schemas/import.ts'
import { readContextive } from './contextive.ts'
import { readCsv } from './csv.ts'
import { decode } from './decode.ts'
import type { RowEdits } from './edits.ts'
import { readJson } from './json.ts'
import type { Table } from './table.ts'

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

const readers: Record<
  FileFormat,
  (text: string, options: Pick<ImportOptions, 'delimiter'>) => Table | Promise<Table>
> = {
  csv: (text, { delimiter }) => readCsv(text, delimiter),
  tsv: (text, { delimiter = '\t' }) => readCsv(text, delimiter),
  json: readJson,
  yaml: readContextive,
}

/**
 * Reads a file as a table.
 *
 * @throws Problem `validation_failed` if it cannot be read
 */
export async function readFile(
  { format, bytes }: ImportFile,
  options: Pick<ImportOptions, 'delimiter' | 'encoding'>,
): Promise<Table & { encoding: string }> {
  const { text, encoding } = decode(bytes, options.encoding)
  return { ...(await readers[format](text, options)), encoding }
}
