import { maxFile } from '../schemas/import.ts'
import { describeParts, type Guess, type GuessKey } from './guess.ts'
import { readHeader, readLongHeader } from './headers.ts'
import type { Table, TableRow } from './table.ts'
import { requireFewColumns, tooManyRows } from './table.ts'

/** One of the tables, sheets or lists of a file. */
export type Part = {
  table: Table
  /** its heading, or the name of its sheet or group */
  title: string | null
  /** whether the title is that of a group of terms, also where there is only one */
  isGroup?: boolean
}

/**
 * Joins the tables, sheets or lists of a file that have the same columns. Their titles are categories, unless there is
 * a column for these (contract, section 15). Guesses say what is not read.
 *
 * @param noun what a part is called, in the singular
 */
export function joinParts(parts: readonly Part[], noun: string, reversed: readonly GuessKey[]): Table {
  const scores = parts.map(({ table }) => rate(table))
  const main = parts[scores.indexOf(Math.max(...scores))]
  if (!main) throw new Error('a file has no parts')
  const joined = parts.filter((part) => part === main || isLike(part.table, main.table))
  const own = new Set(joined)
  const others = parts.filter((part) => !own.has(part))
  const what = others.length === 1 ? `one ${noun}` : `${others.length} ${noun}s`
  const opening = `Not read, because of other columns: ${what},`
  const unread = describeParts(others.map(toTitle), opening)
  const guesses = [...main.table.guesses, ...unread]
  const isAlone = joined.length === 1
  const headers = isAlone ? main.table.headers : [...new Set(joined.flatMap(({ table }) => table.headers))]
  requireFewColumns(headers.length)
  const categories = joined.map((part) => toCategory(part, joined.length))
  const areCategories = categories.some(Boolean) && !headers.some((each) => readHeader(each)?.field === 'category')
  if (!areCategories) return { ...main.table, guesses, ...(!isAlone && { headers, rows: rowsOf(joined, headers, []) }) }
  const guess: Guess = {
    key: 'titles',
    text: `The titles of the ${isAlone ? noun : `${joined.length} ${noun}s`} are the categories of their terms.`,
    instead: 'They are no categories',
  }
  const isReversed = reversed.includes('titles')
  return {
    ...main.table,
    headers: isReversed ? headers : [...headers, 'category'],
    guesses: isReversed ? guesses : [...guesses, guess],
    rows: rowsOf(joined, headers, isReversed ? [] : categories),
  }
}

/** How likely it is that a table has terms: its columns say so, or it has the most rows of several cells. */
function rate({ headers, first_lines }: Table) {
  for (const [read, score] of [
    [readHeader, 300],
    [readLongHeader, 200],
  ] as const) {
    const fields = new Set(headers.map((header) => read(header)?.field))
    if (fields.has('name') && fields.size > (fields.has(undefined) ? 2 : 1)) return score
    if (fields.has('name') && read === readHeader) return 100
  }
  return first_lines.filter(({ cells }) => cells.filter((cell) => cell.trim()).length > 1).length
}

const textFields = ['full_name', 'meaning', 'definition']

/** Whether two tables have the same columns for the name and a text, or all the same ones. */
function isLike(table: Table, other: Table) {
  const named = (field: string, { headers }: Table) =>
    headers.filter((header) => readLongHeader(header)?.field === field).map(toPlain)
  const shares = (field: string) => named(field, table).some((header) => named(field, other).includes(header))
  if (shares('name') && textFields.some(shares)) return true
  return [...table.headers].map(toPlain).sort().join() === [...other.headers].map(toPlain).sort().join()
}

const toPlain = (header: string) => header.trim().toLowerCase()

/** Titles that say nothing: a letter of the alphabet, or what such lists are called. */
const noCategory =
  /^(?:[\p{L}\d#]|[\p{L}\d] ?[-–—&/] ?[\p{L}\d]|(?:sheet|table|tabelle|blatt|hoja|feuil|feuille|foglio|blad|arkusz|лист|シート) ?\d*|(?:our |the )?(?:terms?|acronyms?|abbreviations?|initialisms?|glossar(?:y|ies)|entries|items|words?|data|lists?|values|records|concepts?|nodes|children|@?graph|definitions?|results?|vocabulary|language|terminology))(?: [-–—] .*)?$/iu

/** Whether a title says nothing about the terms below it. */
export const isNoCategory = (title: string): boolean => noCategory.test(title.trim())

/** The category of a part, if its title is one. */
function toCategory({ title, isGroup }: Part, count: number) {
  const text = title?.trim() ?? ''
  return (count > 1 || isGroup) && text !== '' && !isNoCategory(text) ? text : undefined
}

/** What a part is called that is not read: its title, otherwise its columns. */
const toTitle = ({ title, table }: Part) => title ?? table.headers.filter(Boolean).slice(0, 5).join(', ')

async function* rowsOf(
  parts: readonly Part[],
  headers: readonly string[],
  categories: readonly (string | undefined)[],
): AsyncGenerator<TableRow> {
  let count = 0
  for (const [index, { table }] of parts.entries()) {
    const isSame = table.headers === headers
    const places = headers.map((header, place) => (isSame ? place : table.headers.indexOf(header)))
    const own = categories.length === 0 ? [] : [categories[index]]
    for await (const { cells, ...row } of table.rows) {
      if (++count > maxFile.rows) throw tooManyRows()
      yield { ...row, cells: [...places.map((place) => cells[place]), ...own] }
    }
  }
}
