import { deserialize } from 'node:v8'
import { joinNames, splitNames } from '../glossary/alias-lists.ts'
import { invalid, Problem } from '../problem.ts'
import { type ColumnChoice, type FileFormat, fileTypes, type ImportOptions, isEncoding } from '../schemas/import.ts'
import { isTooLong, onlyLinks } from './artefacts.ts'
import type { Columns } from './columns.ts'
import type { RowEdits } from './edits.ts'
import type { GuessKey } from './guess.ts'
import { cleanName, splitName } from './names.ts'
import type { TableRow } from './table.ts'
import { readFormInThread, readTableInThread } from './thread.ts'
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
    for (const batch of batches) yield (deserialize(batch) as TableRow[]).map((row) => arrange(row, columns))
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

/** What a request says about its file. */
type Described = ImportFile & { name?: string; encoding?: string }

/** The media types that tools give to files of any kind: then the ending of the name counts. */
const vague = ['text/plain', 'application/vnd.ms-excel', 'application/octet-stream', '']

/**
 * Reads the file in a request: the body, or the file in a form.
 *
 * @param sender who sent it
 * @param type its media type, one of `fileTypes` or `multipart/form-data`
 * @param contentType the whole header
 * @throws Problem `unsupported_type`, `malformed_request`, or `validation_failed` if a form has no file
 */
export async function readSentFile(
  sender: string,
  { type, bytes }: { type: string; bytes: Uint8Array },
  contentType: string,
): Promise<Described> {
  if (type !== 'multipart/form-data') return describeFile(type, contentType, bytes)
  const { file } = await readFormInThread(sender, { contentType, bytes })
  if (!file) throw invalid('file', 'is required', 'The form has no file.')
  const partType = (file.type.split(';')[0] ?? '').trim().toLowerCase()
  const { format, ...described } = describeFile(partType, file.type, file.bytes)
  return {
    ...described,
    format: vague.includes(partType) ? formatOf(file.name) : format,
    ...(file.name && { name: file.name }),
  }
}

function describeFile(type: string, contentType: string, bytes: Uint8Array): Described {
  const format: FileFormat = fileTypes[type as keyof typeof fileTypes] ?? 'csv'
  const encoding = charsetOf(contentType)
  if (encoding === undefined) return { format, bytes }
  const isRefused = !isEncoding(encoding) || (format === 'json' && !/^utf-?8$/i.test(encoding))
  if (!isRefused) return { format, bytes, encoding }
  const detail = `A file of this kind cannot have the charset ${encoding.slice(0, 40)}.`
  throw new Problem('unsupported_type', { detail })
}

/** The charset of a media type; undefined if it has none. */
const charsetOf = (contentType: string) => /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1]
