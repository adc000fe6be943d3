import { deserialize } from 'node:v8'
import { joinNames, splitNames } from '../glossary/alias-lists.ts'
import type { Languages } from '../languages.ts'
import { invalid, Problem } from '../problem.ts'
import { type ColumnChoice, type FileFormat, type ImportOptions, isEncoding } from '../schemas/import.ts'
import { isTooLong, onlyLinks } from './artefacts.ts'
import type { Columns } from './columns.ts'
import type { RowEdits } from './edits.ts'
import { formatOf, formatOfType, formats } from './formats.ts'
import type { GuessKey } from './guess.ts'
import { isGroup } from './guess-kinds.ts'
import { cleanFullName, cleanName, splitName } from './names.ts'
import type { SentImport } from './sent-form.ts'
import { splitText } from './split-texts.ts'
import type { Positions, TableRow } from './table.ts'
import { getValue, readFormInThread, readFormTableInThread, readTableInThread } from './thread.ts'
import type { PackedTable } from './thread-tasks.ts'

/** A file as it was sent. */
export type ImportFile = { format: FileFormat; bytes: Uint8Array }

/** How a file is read. */
export type FileOptions = ImportOptions & {
  columns?: ColumnChoice
  edits?: RowEdits
  /** the protected terms that are changed, and not only proposed to change */
  replace?: readonly string[] | 'all' | undefined
  /** who proposes; otherwise the person who imports */
  proposerId?: string
  /** guesses that a person has reversed */
  reversed?: readonly GuessKey[]
  /** those of the glossary, its own first; absent if nothing is read in others */
  languages?: Languages
}

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
  const { columns = {}, reversed = [], languages = [] } = options
  const table = await readTableInThread(sender, {
    format,
    bytes,
    options: { delimiter, encoding, header, sheet, match, trust_status, columns, reversed, languages },
  })
  return withRows(table)
}

const withRows = ({ batches, ...table }: PackedTable): ReadTable => ({
  ...table,
  batches: unpack(batches, table.columns),
})

/** The form of the page, as it was sent, and its file, if it can be read. */
export type SentForm = SentImport & { form: URLSearchParams; read(): ReadTable }

/**
 * Reads the form of the page.
 *
 * @param sender who sent it
 * @returns also a function that returns the file as a table, or throws Problem `validation_failed`
 * @throws Problem `malformed_request`, or `validation_failed` if the form has no file
 */
export async function readSentImport(
  sender: string,
  form: { contentType: string; bytes: Uint8Array },
  languages: Languages,
): Promise<SentForm> {
  const { fields, table, ...sent } = await readFormTableInThread(sender, { ...form, languages })
  return { ...sent, form: new URLSearchParams(fields), read: () => withRows(getValue(table)) }
}

const unpack = (batches: readonly Uint8Array[], columns: Columns): Iterable<TableRow[]> => ({
  *[Symbol.iterator]() {
    for (const batch of batches) yield (deserialize(batch) as TableRow[]).map((row) => arrange(row, columns))
  },
})

const toText = (cell: unknown) => (typeof cell === 'string' ? cell.trim() : '')

/** A row whose cells are the texts of the fields, after what was decided about the columns. */
export function arrange(row: TableRow, columns: Omit<Columns, 'translated' | 'inLanguages'>): TableRow {
  const { positions, keepsMarks, isNumbered, splitsNames, takesFirst } = columns
  const { name = -1, full_name = -1, category = -1, links = -1, other_name = -1, row_type = -1 } = positions
  if (isGroup(row.cells[row_type])) return { row: row.row, cells: [] }
  const cells = [...row.cells]
  if (takesFirst) cells[category] = toText(cells[category]).split(/[;,|]/)[0]
  if (isTooLong(cells[category])) cells[category] = undefined
  if (!keepsMarks && typeof cells[links] === 'string') cells[links] = onlyLinks(cells[links]).text
  if (other_name >= 0 && toText(cells[name]) === '') {
    cells[name] = cells[other_name]
    if (full_name === other_name) cells[full_name] = ''
  }
  const text = toText(cells[name])
  if (!keepsMarks && text !== '') cells[name] = cleanName(text, isNumbered)
  if (!keepsMarks && typeof cells[full_name] === 'string') cells[full_name] = cleanFullName(cells[full_name])
  if (full_name === other_name && toText(cells[full_name]) === text) cells[full_name] = ''
  if (positions.split_text !== undefined) splitDefinition(cells, positions)
  if (splitsNames) split(cells, columns)
  return { ...row, cells }
}

/** Splits a text that begins with the full name. */
function splitDefinition(cells: unknown[], { name = -1, full_name = -1, split_text = -1 }: Positions) {
  const parts = toText(cells[full_name]) ? undefined : splitText(toText(cells[name]), toText(cells[split_text]))
  if (!parts) return
  cells[full_name] = parts.full_name
  cells[split_text] = parts.definition
}

/** Splits a name that has an acronym besides another name. What the row says itself stays. */
function split(cells: unknown[], { positions }: Pick<Columns, 'positions'>) {
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
  const format = formatOfType(type)
  const encoding = charsetOf(contentType)
  if (encoding === undefined) return { format, bytes }
  const isUtf8 = 'isUtf8' in formats[format]
  if (isEncoding(encoding) && (!isUtf8 || /^utf-?8$/i.test(encoding))) return { format, bytes, encoding }
  const detail = `A file of this kind cannot have the charset ${encoding.slice(0, 40)}.`
  throw new Problem('unsupported_type', { detail })
}

/** The charset of a media type; undefined if it has none. */
const charsetOf = (contentType: string) => /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1]
