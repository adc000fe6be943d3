import { deserialize, serialize } from 'node:v8'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { invalid, Problem, type ProblemCode, type ProblemMembers } from '../problem.ts'
import { type FileFormat, maxFileNameLength } from '../schemas/import.ts'
import { type ReadFile, type ReadOptions, readAnyFile } from './any-file.ts'
import { assignColumns, type Columns } from './columns.ts'
import { type Cells, type Table, type TableRow, tooComplex } from './table.ts'
import { sayThreadId } from './thread-limits.ts'

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

export type TableTask = { format: FileFormat; bytes: Uint8Array; options: ReadOptions }

/** A task, and the place where the thread says which one it is. */
type Placed<Task> = Task & { thread: Int32Array }

/** Reads a file as a table. */
export const readTable = ({ thread, format, bytes, options }: Placed<TableTask>): Promise<Result<PackedTable>> =>
  toResult(thread, async () => {
    const { rows, isDamaged, guesses, ...table } = await readAnyFile({ format, bytes }, options)
    const batches = await pack(rows, isDamaged)
    const cells = unpackCells(batches)
    const assigned = assignColumns(table.headers, cells, { ...options, isDefined: table.isDefined })
    const columns = { ...assigned, guesses: [...guesses, ...assigned.guesses] }
    const samples = takeSamples(table.headers.length, cells)
    const value = { ...table, batches, columns, samples }
    return { value, moved: batches }
  })

const unpackCells = (batches: readonly Uint8Array[]): Cells => ({
  *[Symbol.iterator]() {
    for (const batch of batches) for (const { cells } of deserialize(batch) as TableRow[]) yield cells
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
    if (error instanceof Problem) return { problem: [error.code, error.members] }
    if (error instanceof RangeError) return { problem: ['validation_failed', tooComplex().members] }
    throw error
  }
}

async function pack(rows: Table['rows'], isDamaged: boolean) {
  const batches: Uint8Array[] = []
  let batch: TableRow[] = []
  let size = 0
  for await (const { cells, ...row } of rows) {
    const bounded: TableRow = { ...row, cells: cells.map(boundCell) }
    if (isDamaged && cells.some(hasReplacement)) bounded.error ??= damaged
    batch.push(bounded)
    size += cells.reduce<number>((sum, cell) => sum + sizeOf(cell), 0)
    if (batch.length < maxBatch.rows && size < maxBatch.bytes) continue
    batches.push(serialize(batch))
    batch = []
    size = 0
  }
  if (batch.length > 0) batches.push(serialize(batch))
  return batches
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

/** A form as it was sent: its texts, and its file, if one was chosen. */
export type FileForm = {
  fields: [name: string, value: string][]
  file: { name: string; type: string; bytes: Uint8Array } | null
}

export type FormTask = { contentType: string; bytes: Uint8Array }

/** Reads a form with a file (RFC 7578). */
export const readForm = ({ thread, contentType, bytes }: Placed<FormTask>): Promise<Result<FileForm>> =>
  toResult<FileForm>(thread, async () => {
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
    if (!file || typeof file === 'string') return { value: { fields, file: null }, moved: [] }
    const name = toFileName(file.name)
    const content = new Uint8Array(await file.arrayBuffer())
    return { value: { fields, file: { name, type: file.type, bytes: content } }, moved: [content] }
  })

/** A name as it can be kept: without control characters, and of a long one the end, which tells the format. */
const toFileName = (name: string) =>
  [...name.toWellFormed().replace(/\p{Cc}/gu, '')].slice(-maxFileNameLength).join('').trim()

const tooLong = () => invalid('text', 'is too long', 'Paste at most 1,000,000 characters. Send more cells as a file.')
