import type { Languages } from '../languages.ts'
import { delimiters } from '../schemas/import.ts'
import { languageFieldsOf } from './header-languages.ts'
import { isSameHeader, readHeader, readLongHeader } from './headers.ts'
import { spellsOut } from './names.ts'

/** Where the header is looked for: among the first lines that are not blank. */
export const maxAbove = 20

/** A line of a file that is read line by line, by its number in a spreadsheet. */
export type Line = { row: number; cells: readonly string[] }

/** Whether a cell has no text. */
export const isBlank = (cell: string): boolean => cell.trim() === ''

const countFilled = ({ cells }: Line) => cells.filter((cell) => !isBlank(cell)).length

/** A first line that tells a spreadsheet the delimiter. */
const separatorLine = /^"?sep=(.)"?/i

/** The fields that the cells of a line name, were it the header. */
export const fieldsOf = (cells: readonly string[], languages: Languages): ReadonlySet<string> =>
  new Set<string>([...cells.flatMap((cell) => readHeader(cell)?.field ?? []), ...languageFieldsOf(cells, languages)])

type FoundHeader = { header?: Line; start: number }

/**
 * Finds the header: the first line that names a column for the name and another one; otherwise the first that names any
 * column below nothing but titles, which have fewer cells; otherwise the first line below titles that does not look
 * like the others. If that line lacks a header that somebody has named, the first one with all of them is meant.
 *
 * @param lines the first ones of a file that are not blank
 * @param mustExist whether a line that looks like the others is a header as well
 * @param named headers of columns that somebody has chosen
 * @param languages those of the glossary
 * @returns the header, or undefined if there is none; and the first line of the rows, as an index
 */
export function findHeader(
  lines: readonly Line[],
  mustExist: boolean,
  named: readonly string[],
  languages: Languages,
): FoundHeader {
  const found = recognizeHeader(lines, mustExist, languages)
  const hasNamed = ({ cells }: Line) => named.every((name) => cells.some((cell) => isSameHeader(cell, name)))
  if (named.every(isNumber) || (found.header && hasNamed(found.header))) return found
  const index = lines.findIndex(hasNamed)
  return index < 0 ? found : { header: lines[index], start: index + 1 }
}

function recognizeHeader(lines: readonly Line[], mustExist: boolean, languages: Languages): FoundHeader {
  const named = lines.findIndex(({ cells }) => {
    const fields = fieldsOf(cells, languages)
    return fields.has('name') && fields.size > 1
  })
  const index = named >= 0 ? named : findAnyColumn(lines, languages)
  if (index >= 0) return { header: lines[index], start: index + 1 }
  const start = findStart(lines)
  const first = lines[start]
  if (first && isHeaderInWords(first)) return { header: first, start: start + 1 }
  if (first && !mustExist && looksLikeOthers(first, lines.slice(start + 1))) return { start }
  return { header: first, start: start + 1 }
}

/** Whether the cells of a line have words for the name and for another field among others: "Proposed Term". */
function isHeaderInWords({ cells }: Line) {
  const fields = new Set(cells.map((cell) => readLongHeader(cell)?.field))
  return fields.has('name') && textFields.some((field) => fields.has(field))
}
const textFields = ['full_name', 'meaning', 'definition'] as const

function findAnyColumn(lines: readonly Line[], languages: Languages) {
  const width = Math.max(...lines.map(countFilled))
  return lines.findIndex((line, index) => {
    const filled = countFilled(line)
    const isHeader = fieldsOf(line.cells, languages).size > 0 && !spellsItself(line.cells)
    const isBelowTitles = lines.slice(0, index).every((above) => countFilled(above) < filled)
    return isHeader && isBelowTitles && (filled > 1 || width === 1) && !isSeparator(line)
  })
}

/** The first line that has as many cells as most others: those above are titles. */
function findStart(lines: readonly Line[]) {
  const counts = lines.map(countFilled)
  const usual = counts.slice().sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
  const start = lines.findIndex((line, index) => (counts[index] ?? 0) >= Math.min(usual, 2) && !isSeparator(line))
  return Math.max(0, start)
}

/** The first line that is no line like `sep=;`, as an index. */
export const findFirst = (lines: readonly Line[]): number => (lines[0] && isSeparator(lines[0]) ? 1 : 0)

const isSeparator = ({ cells }: Line) => separatorLine.test(cells[0] ?? '')

/** Whether a cell of a line spells out another one, as in a row of acronyms, and never in a header. */
const spellsItself = (cells: readonly string[]) =>
  cells.some((name) => cells.some((text) => text !== name && spellsOut(name, text)))

/** Whether a line is a row like the others below it, judged by what each column has. */
function looksLikeOthers({ cells }: Line, others: readonly Line[]) {
  if (spellsItself(cells)) return true
  const votes = cells.map((cell, column) => {
    const below = others.map((line) => line.cells[column] ?? '').filter((text) => !isBlank(text))
    return below.length > 0 && !isBlank(cell) ? resembles(cell, below) : 0
  })
  return votes.reduce<number>((sum, vote) => sum + vote, 0) > 0
}

const isAcronym = (text: string) => /^[\p{Lu}\d][\p{Lu}\p{N}&/.-]{0,11}$/u.test(text.trim())
const isNumber = (text: string) => /^[\d.,]+$/.test(text.trim())

/** Above 0 if a cell looks like those below it, below 0 if it does not, 0 if that cannot be said. A form says most. */
function resembles(cell: string, below: readonly string[]): number {
  for (const hasForm of [isNumber, isAcronym])
    if (below.filter(hasForm).length > 0.7 * below.length) return hasForm(cell) ? 2 : -2
  const lengths = below.map((text) => text.length).sort((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 0
  if (usual < 8) return 0
  return cell.length < usual / 2 ? -1 : 1
}

/**
 * Finds the delimiter of a text: that of a line like `sep=;`; otherwise the one by which a line becomes a header;
 * otherwise the one that most lines have equally often, outside of quotes.
 */
export function findDelimiter(text: string, languages: Languages): string {
  const scores = rateDelimiters(text, languages)
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

/** How much a header counts, and a line like `sep=;`. */
const weights = { header: 1000, told: 1e6 }

/** Whether a text has a header of columns, or a line like `sep=;`. */
export const hasColumns = (text: string, languages: Languages): boolean =>
  Math.max(...rateDelimiters(text, languages)) >= weights.header

function rateDelimiters(text: string, languages: Languages) {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, (quoted) => quoted.replace(/[^\p{L} ]/gu, ''))
    .split(/[\r\n]+/)
    .filter((line) => !isBlank(line))
    .slice(0, maxAbove)
  const told = separatorLine.exec(text)?.[1]
  return delimiters.map((delimiter) => {
    const split = lines.map((line) => line.split(delimiter))
    const fields = Math.max(0, ...split.map((cells) => fieldsOf(cells, languages).size))
    const isTold = delimiter === told
    return (isTold ? weights.told : 0) + (fields > 1 ? fields * weights.header : 0) + countEqual(split)
  })
}

/** How many lines have the number of cells that most have, if that is more than one. */
function countEqual(lines: readonly string[][]) {
  const counts = new Map<number, number>()
  for (const { length } of lines) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}
