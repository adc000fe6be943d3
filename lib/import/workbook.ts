import { inflateRawSync } from 'node:zlib'
import { type AsyncFlateStreamHandler, strToU8, Unzip, type UnzipDecoderConstructor, zipSync } from 'fflate'
import { linkOf, writeLinks } from '../glossary/links.ts'
import { readHeader } from './headers.ts'
import type { Line } from './layout.ts'
import { tooComplex, unreadable } from './table.ts'

/** How much the parts of a workbook that are read can have once they are unpacked, in bytes. */
export const maxUnpacked = 48 * 1024 ** 2
/** How many tags they can have: a cell has four to six. */
const maxTags = 7_000_000
/** How many rows and cells a sheet can have, also empty ones. */
const maxParts = { row: 100_000, c: 1_000_000 }
/** How long a text can be: Excel allows 32,767 characters. */
const maxText = 1_000_000
/** How many cells merged ones are copied to. */
const maxFilled = 1_000_000

/** A sheet that was read. Its rows are numbered on from those of the sheets before it. */
type ReadSheet = {
  name: string
  lines: Line[]
  /** the rows that the workbook hides, by their number */
  hidden: ReadonlySet<number>
  /** how many rows the sheets before it have */
  before: number
}

type Workbook = {
  /** the visible sheets, or the one that was wanted */
  read: ReadSheet[]
  /** the names of the visible sheets, and of the hidden ones */
  sheets: string[]
  hiddenSheets: string[]
  /** whether texts are in their cells, as in our export; spreadsheets have them in a table of their own */
  hasOwnTexts: boolean
}

type Files = Record<string, Uint8Array>
type Sheet = { name: string; path: string; isHidden: boolean }

/** Whether a file is a workbook, or another archive, by its first bytes. */
export const isArchive = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte)

/**
 * Reads the visible sheets of an Excel workbook (ISO/IEC 29500). Merged cells have the text of the first one in each
 * row. Dates and numbers are text.
 *
 * @param wanted the name of the only sheet to be read, which can be a hidden one
 * @throws Problem `validation_failed` if it is no workbook, is too large or has no such sheet
 */
export async function readWorkbook(bytes: Uint8Array, wanted?: string): Promise<Workbook> {
  const files = unpack(bytes)
  requireShortPieces(files)
  const all = listSheets(files)
  const [hidden, visible] = [all.filter(({ isHidden }) => isHidden), all.filter((each) => !each.isHidden)]
  const usual = visible.length > 0 ? visible : all.slice(0, 1)
  const chosen = wanted === undefined ? usual : all.filter(({ name }) => name === wanted)
  const sheets = visible.map(({ name }) => name)
  if (chosen.length === 0) throw unreadable(`has no sheet of this name. Its sheets are: ${sheets.join(', ')}.`)
  const read: ReadSheet[] = []
  const counts = { row: 0, c: 0 }
  let before = 0
  for (const sheet of chosen) {
    // Decoded each time it is needed, as the package has copies of its own meanwhile.
    const xml = () => text(files, sheet.path)
    requireFewParts(xml(), counts)
    const rows = await readRows(files, sheet)
    addAddresses(rows, xml(), text(files, sheet.path.replace(/[^/]*$/, '_rels/$&.rels')))
    fillMerged(rows, xml())
    const lines = rows.map((cells, index) => ({ row: before + index + 1, cells }))
    read.push({ name: sheet.name, lines, hidden: findHidden(xml(), before), before })
    before += rows.length
  }
  const hiddenSheets = hidden.filter((each) => !chosen.includes(each)).map(({ name }) => name)
  return { read, sheets, hiddenSheets, hasOwnTexts: !files['xl/sharedStrings.xml'] }
}

const isNeeded = (name: string) =>
  /^(?:\[Content_Types\]|_rels|xl\/(?!media|drawings|charts|theme)).*\.(?:xml|rels)$/.test(name)

/** Unpacks what is needed of the archive, which can say anything about its sizes: what comes out is counted. */
function unpack(bytes: Uint8Array): Files {
  const parts = new Map<string, Uint8Array[]>()
  let left = maxUnpacked
  const unzip = new Unzip((file) => {
    if (!isNeeded(file.name)) return
    const pieces: Uint8Array[] = []
    parts.set(file.name, pieces)
    file.ondata = (error, piece) => {
      if (error) throw error
      left -= piece.length
      pieces.push(piece)
    }
    file.start()
  })
  unzip.register(createInflate(() => left))
  try {
    unzip.push(bytes, true)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooComplex(error)
    throw noWorkbook(error)
  }
  const join = (pieces: Uint8Array[]) => (pieces.length === 1 && pieces[0]) || Buffer.concat(pieces)
  return Object.fromEntries([...parts].map(([name, pieces]) => [name, join(pieces)]))
}

/** Creates the decoder of an archive. It unpacks a file at once: in pieces, the package needs much more memory. */
const createInflate = (maxOutputLength: () => number): UnzipDecoderConstructor =>
  class {
    static compression = 8
    ondata: AsyncFlateStreamHandler = () => {}
    private readonly packed: Uint8Array[] = []

    push(piece: Uint8Array, isLast: boolean) {
      this.packed.push(piece)
      if (!isLast) return
      const options = { maxOutputLength: Math.max(maxOutputLength(), 1), chunkSize: 256 * 1024 }
      this.ondata(null, inflateRawSync(Buffer.concat(this.packed), options), true)
    }
  }

const noWorkbook = (cause?: unknown) => unreadable('is no workbook that can be read. Save the sheet as CSV.', cause)

/** The attributes of each element of this name. Only machines write these parts, so that this is enough. */
function* elements(xml: string, name: string): Generator<Record<string, string>> {
  for (const [, attributes = ''] of xml.matchAll(RegExp(`<(?:\\w+:)?${name}\\s([^<>]*)>`, 'g')))
    yield Object.fromEntries(
      [...attributes.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key = '', value, other]) => [
        key,
        unescapeXml(value ?? other ?? ''),
      ]),
    )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string) =>
  text
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex, decimal) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => entities[name] ?? '')

/** With one byte for each letter of ASCII, which TextDecoder does not promise. */
const decode = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()

const text = (files: Files, path: string) => decode(files[path] ?? new Uint8Array())

function listSheets(files: Files): Sheet[] {
  const targets = new Map<string, string>()
  for (const { Id = '', Target = '' } of elements(text(files, 'xl/_rels/workbook.xml.rels'), 'Relationship'))
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  const sheets = [...elements(text(files, 'xl/workbook.xml'), 'sheet')].flatMap((sheet) => {
    const path = targets.get(sheet['r:id'] ?? sheet.id ?? '')
    const isHidden = /hidden$/i.test(sheet.state ?? '')
    return path && files[path] ? [{ name: sheet.name ?? '', path, isHidden }] : []
  })
  if (sheets.length === 0) throw noWorkbook()
  return sheets
}

/** The texts of all rows. The package gets an archive with this sheet only, in which errors (`#N/A`) are texts. */
async function readRows(files: Files, { name, path }: Sheet) {
  const others = Object.entries(files).filter(([key]) => !/^xl\/worksheets\//.test(key))
  const sheet = withTextErrors(files[path] ?? new Uint8Array())
  const archive = zipSync({ ...Object.fromEntries(others), [path]: sheet }, { level: 0 })
  const { readSheet } = await import('read-excel-file/universal')
  try {
    const options = { parseNumber: toShown, trim: false }
    const rows = await readSheet(archive.buffer as ArrayBuffer, name, options)
    return rows.map((cells) => cells.map(toText))
  } catch (error) {
    throw noWorkbook(error)
  }
}

function withTextErrors(sheet: Uint8Array): Uint8Array {
  const xml = decode(sheet)
  const changed = xml.replace(/(<(?:\w+:)?c\s[^<>]*\bt=)"e"/g, '$1"str"')
  return changed === xml ? sheet : strToU8(changed)
}

/** Computers add up to 0.30000000000000004 what spreadsheets show as 0.3: they show 15 digits at most. */
const toShown = (number: string) => String(Number(Number(number).toPrecision(15)))

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateToText(cell)
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
}

/** A date, a time of day (which spreadsheets keep as one of the year 1899), or both. */
function dateToText(date: Date) {
  const whole = new Date(Math.round(date.getTime() / 1000) * 1000)
  if (Number.isNaN(whole.getTime())) return ''
  const [day = '', time = ''] = whole.toISOString().slice(0, 19).split('T')
  if (whole.getUTCFullYear() < 1900) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** The position of a cell, counted from 0: `B3` is column 1 in row 2. */
function toPosition(address: string) {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(address) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { column: column - 1, row: Number(digits) - 1 }
}

/** Copies the first cell of merged ones to the rows below it. */
function fillMerged(rows: string[][], xml: string) {
  let left = maxFilled
  for (const { ref = '' } of elements(xml, 'mergeCell')) {
    const [first, last] = ref.split(':').map(toPosition)
    const value = rows[first?.row ?? -1]?.[first?.column ?? -1]
    if (!first || !last || !value) continue
    for (let row = first.row + 1; row <= Math.min(last.row, rows.length - 1); row++) {
      if (left-- === 0) throw tooComplex()
      const cells = rows[row]
      if (cells && first.column < cells.length) cells[first.column] ||= value
    }
  }
}

/** How far down a sheet its header is sought for columns of links. */
const maxHeader = 20

/** Adds the addresses of links in columns of links, whose cells show their texts alone. */
function addAddresses(rows: string[][], xml: string, relationships: string) {
  const headers = rows.slice(0, maxHeader)
  const known = new Map<number, boolean>()
  function isOfLinks(column: number) {
    const isKnown = known.get(column) ?? headers.some((cells) => readHeader(cells[column] ?? '')?.field === 'links')
    known.set(column, isKnown)
    return isKnown
  }
  const targets = new Map<string, string>()
  for (const { Id = '', Target = '' } of elements(relationships, 'Relationship')) targets.set(Id, Target)
  for (const { ref = '', location, ...link } of elements(xml, 'hyperlink')) {
    const { row, column } = toPosition(ref.replace(/:.*/, ''))
    const [cells, target] = [rows[row], targets.get(link['r:id'] ?? '')]
    const shown = cells?.[column] ?? ''
    if (!cells || !target || /https?:/i.test(shown) || !isOfLinks(column)) continue
    cells[column] = writeLinks([linkOf(location ? `${target}#${location}` : target, shown)])
  }
}

/** What in a part of a workbook can have a `<` that begins no tag, by how it begins, and its end. */
const sections = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const

/** @throws Problem `validation_failed` if there are too many tags, or a text, a tag or a section is too long */
function requireShortPieces(files: Files) {
  let tags = 0
  for (const path of Object.keys(files)) {
    const xml = text(files, path)
    for (let at = 0; at < xml.length; ) {
      const isSection = xml[at] === '<' && (xml[at + 1] === '!' || xml[at + 1] === '?')
      const [, end] = (isSection && sections.find(([start]) => xml.startsWith(start, at))) || ['', '<']
      const found = xml.indexOf(end, at + 1)
      const next = found < 0 ? xml.length : found
      if (next - at > maxText || ++tags > maxTags) throw tooComplex()
      at = next
    }
  }
}

/**
 * @param counts those of the sheets before it, which are counted on
 * @throws Problem `validation_failed` if sheets have too many rows or cells
 */
function requireFewParts(xml: string, counts: Record<keyof typeof maxParts, number>) {
  for (const [, name] of xml.matchAll(/<(?:\w{1,20}:)?(row|c)[\s/>]/g)) {
    const part = name as keyof typeof counts
    if (++counts[part] > maxParts[part]) throw tooComplex()
  }
}

function findHidden(xml: string, before: number) {
  const hidden = new Set<number>()
  for (const { r, hidden: state } of elements(xml, 'row'))
    if (r && /^(?:1|true)$/.test(state ?? '')) hidden.add(before + Number(r))
  return hidden
}
