import { deserialize, serialize } from 'node:v8'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { Languages } from '../languages.ts'
import { invalid, Problem, type ProblemCode, type ProblemMembers } from '../problem.ts'
import { type FileFormat, maxFileNameLength } from '../schemas/import.ts'
import { assignAll } from './all-columns.ts'
import { readAnyFile } from './any-file.ts'
import { withoutControls } from './artefacts.ts'
import type { Columns } from './columns.ts'
import type { ReadFile, ReadOptions } from './format.ts'
import { describeRows } from './guess.ts'
import { joinLanguages } from './language-rows.ts'
import { type FileForm, readSentForm, type SentImport } from './sent-form.ts'
import { type Cells, type Table, type TableRow, tooComplex } from './table.ts'
import { sayThreadId } from './thread-limits.ts'
import { unfoldTranslations } from './translation-lists.ts'

// What the thread does (thread.ts). Nothing else may import this, except its types.

/** How many rows, and bytes of them, the process takes at a time. A larger row stands alone. */
const maxBatch = { rows: 50, bytes: 256 * 1024 }
/** The longest cell, in UTF-16 units; the longest text that a term has is a definition, at most 16,000. */
const maxCell = 20_000
/** How many fields besides the file a form can have, and how long they are together, in UTF-16 units. */
const maxFields = { count: 10_000, length: 1024 ** 2 }

/** What a task returns: a value, or a problem, as an error would lose its class between threads. */
export type Result<Value> = { value: Value } | { problem: [ProblemCode, ProblemMembers] }

/** A file whose rows are packed in batches, as `v8.deserialize` reads them. */
export type PackedTable = Omit<ReadFile, 'rows' | 'isDamaged' | 'guesses'> & {
  batches: Uint8Array[]
  columns: Columns
  /** up to three texts of each column */
  samples: string[][]
}

/** How a file is read, and the languages of the glossary, its own first. */
type TableOptions = ReadOptions & { languages: Languages }

export type TableTask = { format: FileFormat; bytes: Uint8Array; options: TableOptions }

/** A task, and the place where the thread says which one it is. */
type Placed<Task> = Task & { thread: Int32Array }

/** Reads a file as a table. */
export const readTable = ({ thread, ...task }: Placed<TableTask>): Promise<Result<PackedTable>> =>
  toResult(thread, () => toTable(task))

async function toTable({ format, bytes, options }: TableTask): Promise<Done<PackedTable>> {
  const read = await readAnyFile({ format, bytes }, options)
  const { rows, isDamaged, guesses, listed, leftOut, ...table } = unfoldTranslations(read, options.languages)
  const packed = await pack(rows, isDamaged)
  const cells = unpackCells(packed.batches)
  const { headers, isDefined } = table
  const { columns: own, languageAt } = assignAll(headers, cells, { ...options, isDefined, listed })
  const samples = takeSamples(headers.length, cells)
  const joined = languageAt === undefined ? undefined : await join(packed.batches, headers, languageAt, own, options)
  const { batches, translated } = joined ?? { batches: packed.batches, translated: own.translated }
  const said = [...guesses, ...packed.said, ...leftOut(), ...(joined?.guesses ?? []), ...own.guesses]
  const columns = { ...own, translated, guesses: said }
  return { value: { ...table, batches, columns, samples }, moved: batches }
}

/** Joins the rows of a term in several languages. */
async function join(
  batches: readonly Uint8Array[],
  headers: readonly string[],
  at: number,
  { positions, translated }: Columns,
  { languages }: TableOptions,
) {
  const joined = joinLanguages([...unpackRows(batches)], { headers, at, positions, languages })
  const packed = await pack(joined.rows, false)
  return { batches: packed.batches, translated: [...translated, ...joined.translated], guesses: joined.guesses }
}

function* unpackRows(batches: readonly Uint8Array[]): Generator<TableRow> {
  for (const batch of batches) yield* deserialize(batch) as TableRow[]
}

const unpackCells = (batches: readonly Uint8Array[]): Cells => ({
  *[Symbol.iterator]() {
    for (const { cells } of unpackRows(batches)) yield cells
  },
})

/** How many texts of a column are shown, how long they are, and in how many rows they are looked for. */
const maxSamples = { count: 3, length: 80, rows: 1000 }

function takeSamples(width: number, cells: Cells) {
  const samples = Array.from({ length: width }, (): string[] => [])
  let rows = 0
  for (const row of cells) {
    for (const [index, sample] of samples.entries()) {
      const cell = row[index]
      const text = typeof cell === 'string' ? cell.trim().slice(0, maxSamples.length) : ''
      if (text && sample.length < maxSamples.count && !sample.includes(text)) sample.push(text)
    }
    if (++rows === maxSamples.rows) break
  }
  return samples
}

/** The form of the page: what it says, and the file as a table. */
export type ReadForm = SentImport & { fields: FileForm['fields']; table: Result<PackedTable> }

/** Reads the form of the page, and its file as a table. */
export const readFormTable = ({ thread, languages, ...form }: Placed<FormTableTask>): Promise<Result<ReadForm>> =>
  toResult(thread, async () => {
    const read = await parseForm(form)
    const sent = readSentForm(read)
    const { format, bytes } = sent.file
    const table = await toTable({ format, bytes, options: { ...sent.options, languages } }).then(
      ({ value }): Result<PackedTable> => ({ value }),
      (error) => ({ problem: toProblem(error) }),
    )
    const batches = 'value' in table ? table.value.batches : []
    return { value: { ...sent, fields: read.fields, table }, moved: [bytes, ...batches] }
  })

type Done<Value> = { value: Value; moved: Uint8Array[] }

/** @param work returns a value, and the bytes in it that are handed over instead of copied */
async function toResult<Value>(thread: Int32Array, work: () => Promise<Done<Value>>): Promise<Result<Value>> {
  sayThreadId(thread)
  try {
    const { value, moved } = await work()
    const transferred = moved.map(({ buffer }) => buffer)
    const result = { [transferableSymbol]: transferred, [valueSymbol]: { value } }
    return move(result) as unknown as Result<Value> // as the caller gets it
  } catch (error) {
    return { problem: toProblem(error) }
  }
}

/** @throws what is no Problem */
function toProblem(error: unknown): [ProblemCode, ProblemMembers] {
  if (error instanceof Problem) return [error.code, error.members]
  if (error instanceof RangeError) return ['validation_failed', tooComplex().members]
  throw error
}

async function pack(rows: Table['rows'], isDamaged: boolean) {
  const batches: Uint8Array[] = []
  let batch: TableRow[] = []
  let [size, joined, cleaned] = [0, 0, 0]
  for await (const { cells, isJoined, ...row } of rows) {
    const own = cells.map((cell) => (typeof cell === 'string' ? withoutControls(cell) : cell))
    if (isJoined) joined++
    if (own.some((cell, index) => cell !== cells[index])) cleaned++
    const bounded: TableRow = { ...row, cells: own.map(boundCell) }
    if (isDamaged && cells.some(hasReplacement)) bounded.error ??= damaged
    batch.push(bounded)
    size += cells.reduce<number>((sum, cell) => sum + sizeOf(cell), 0)
    if (batch.length < maxBatch.rows && size < maxBatch.bytes) continue
    batches.push(serialize(batch))
    batch = []
    size = 0
  }
  if (batch.length > 0) batches.push(serialize(batch))
  const said = [
    ...describeRows(joined, 'what stands behind the second cell is read as a part of it.'),
    ...describeRows(cleaned, 'control characters are left out.'),
  ]
  return { batches, said }
}

const damaged = 'has bytes that are no characters in this encoding. Choose another one, or save the file as UTF-8.'
const hasReplacement = (cell: unknown) => typeof cell === 'string' && cell.includes('\ufffd')

const sizeOf = (cell: unknown) => (typeof cell === 'string' ? cell.length : 100)

/** Cuts a cell that no field of a term can have, so that it is still refused, but costs nothing. */
function boundCell(cell: unknown): unknown {
  if (typeof cell === 'object' && cell !== null) {
    const json = JSON.stringify(cell)
    return json.length > maxCell ? json.slice(0, maxCell) : cell
  }
  const isLong = typeof cell === 'string' && cell.length > maxCell
  return isLong ? cell.trim().slice(0, maxCell) : cell
}

export type FormTask = { contentType: string; bytes: Uint8Array }

/** A form whose file is read, and the languages of the glossary. */
export type FormTableTask = FormTask & { languages: Languages }

/** Reads a form with a file (RFC 7578). */
export const readForm = ({ thread, ...task }: Placed<FormTask>): Promise<Result<FileForm>> =>
  toResult<FileForm>(thread, async () => {
    const form = await parseForm(task)
    return { value: form, moved: form.file ? [form.file.bytes] : [] }
  })

async function parseForm({ contentType, bytes }: FormTask): Promise<FileForm> {
  const headers = { 'content-type': contentType }
  const form = await new Response(bytes as BodyInit, { headers }).formData().catch((cause) => {
    throw new Problem('malformed_request', { detail: 'The form cannot be read.' }, { cause })
  })
  const fields: FileForm['fields'] = []
  let length = 0
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    length += name.length + value.length
    if (fields.push([name, value]) > maxFields.count || length > maxFields.length) throw tooLong()
  }
  const file = [...form.values()].find((value) => typeof value !== 'string' && value.size > 0)
  if (!file || typeof file === 'string') return { fields, file: null }
  const content = new Uint8Array(await file.arrayBuffer())
  return { fields, file: { name: toFileName(file.name), type: file.type, bytes: content } }
}

/** A name as it can be kept: without control characters, and of a long one the end, which tells the format. */
const toFileName = (name: string) =>
  [...name.toWellFormed().replace(/\p{Cc}/gu, '')].slice(-maxFileNameLength).join('').trim()

const tooLong = () => invalid('text', 'is too long', 'Paste at most 1,000,000 characters. Send more cells as a file.')
