import { isDeepStrictEqual } from 'node:util'
import { groupBy } from '../group-by.ts'
import { type Languages, languageName } from '../languages.ts'
import type { ColumnChoice } from '../schemas/import.ts'
import { fold } from '../schemas/text.ts'
import { describeParts, describeRows, type Guess } from './guess.ts'
import { isLanguage, languageIn, type TranslatedField } from './header-languages.ts'
import { readHeader } from './headers.ts'
import type { Cells, Positions, TableRow } from './table.ts'
import { addedColumns, describeUnknown, type TranslatedColumn } from './translated-columns.ts'

// Lists in which a term has a row for each language (contract, section 23).

/** What the column is called that says the language of a row. */
const header =
  /^(?:language|lang|locale|sprache|langue|idioma|lengua|lingua|língua|taal|język|språk|sprog|язык|мова|言語|语言|語言|언어)(?:[ _-]?code)?$/iu

/** How many rows are judged. */
const maxJudged = 1000

/**
 * Finds the column that says the language of each row: most of its filled cells name a language, of people. It can also
 * be about programs.
 */
export function findLanguageColumn(
  headers: readonly string[],
  cells: Cells,
  languages: Languages,
  chosen: ColumnChoice,
): number | undefined {
  const isOne = (each: string) => header.test(each.trim()) && !Object.hasOwn(chosen, each)
  const at = languages.length < 2 ? -1 : headers.findIndex(isOne)
  if (at < 0) return undefined
  let [filled, named, rows] = [0, 0, 0]
  for (const row of cells) {
    const text = toText(row[at])
    if (text !== '') filled++
    if (languageIn(text, languages) ?? isLanguage(text)) named++
    if (++rows === maxJudged) break
  }
  return named > filled / 2 ? at : undefined
}

const toText = (cell: unknown) => (['string', 'number'].includes(typeof cell) ? String(cell).trim() : '')

/** The cells of the rows in the glossary's own language, or of all rows if there are none. */
export function cellsOfOwn(cells: Cells, at: number, languages: Languages): Cells {
  const isOwn = (row: readonly unknown[]) => readLanguage(row[at], languages) === languages[0]
  const own: Cells = {
    *[Symbol.iterator]() {
      for (const row of cells) if (isOwn(row)) yield row
    },
  }
  return own[Symbol.iterator]().next().done ? cells : own
}

/** The language of a row: its own is that of the glossary if the cell is empty. */
function readLanguage(cell: unknown, languages: Languages) {
  const text = toText(cell)
  return text === '' ? languages[0] : languageIn(text, languages)
}

type Layout = {
  headers: readonly string[]
  /** the column that says the language */
  at: number
  positions: Positions
  languages: Languages
}

/** The fields of a row that a translation has. */
const texts = ['name', 'full_name', 'definition'] as const

/** A row that others join: its cells with theirs, and the rows that did, by their language. */
type Target = { row: TableRow; cells: unknown[]; joined: Map<string, TableRow> }

/**
 * Joins the rows of a term: what those in other languages say goes to columns of its own, as in our CSV, in the row of
 * the glossary's own language. They belong together by their ID, if rows in other languages have that of one in its
 * own, and otherwise by their name, or their name and category. Without a row in the glossary's own language, those of
 * a name stand for a term that the glossary has. What belongs to no row, or to several, fails.
 */
export function joinLanguages(
  rows: readonly TableRow[],
  layout: Layout,
): { rows: TableRow[]; translated: TranslatedColumn[]; guesses: Guess[] } {
  const { headers, at, languages } = layout
  const translated = addedColumns(headers.length, languages)
  const targets = createTargets(rows, layout)
  const [unknown, leftOut] = [new Set<string>(), new Set<string>()]
  let count = 0
  const write = (target: Target, row: TableRow, language: string | undefined) => {
    for (const { index, field, ...each } of translated)
      if (each.language === language) target.cells[index] = targets.textFor(target, row, field)
  }
  const fail = (row: TableRow, error: string, language?: string): TableRow => {
    const alone = nameAlone(row, layout)
    write(alone, row, language)
    return { ...row, cells: alone.cells, error }
  }
  const join = (row: TableRow): Target | TableRow | null => {
    const said = toText(row.cells[at])
    const language = languageIn(said, languages)
    if (!language && !isLanguage(said)) return fail(row, `has a language that is none: “${said.slice(0, 40)}”`)
    if (!language) {
      unknown.add(said)
      return skipped(row)
    }
    if (row.error) return fail(row, row.error, language)
    const target = targets.find(row)
    if (typeof target === 'string') return fail(row, target, language)
    const earlier = target.joined.get(language)
    if (earlier) return isSame(earlier, row) ? skipped(row) : fail(row, describeEarlier(earlier, language), language)
    target.joined.set(language, row)
    write(target, row, language)
    for (const index of otherCells(row, target, layout)) leftOut.add(headers[index] ?? '')
    count++
    return target.row === row ? target : null
  }
  const joined = rows.map((row) => targets.own(row) ?? join(row))
  const guesses = [
    ...describeRows(
      count,
      `“${headers[at]}” says another language: these belong to the terms with the same ${targets.key}.`,
    ),
    ...describeParts([...leftOut], 'Left out, because only the row in the language of the glossary counts:'),
    ...describeUnknown([...unknown]),
  ]
  const results = joined.flatMap((each) =>
    each === null ? [] : 'joined' in each ? { ...each.row, cells: each.cells } : each,
  )
  return { rows: results, translated, guesses }
}

const skipped = ({ row }: TableRow): TableRow => ({ row, cells: [] })
const isSame = (a: TableRow, b: TableRow) => JSON.stringify(a.cells) === JSON.stringify(b.cells)
const describeEarlier = ({ row }: TableRow, language: string) =>
  `is the same term in ${languageName(language)} as row ${row}, with a different text`

/** The columns in which a row says something that is no translation, and not what the row says that it joins. */
function otherCells({ cells }: TableRow, target: Target, { at, positions }: Layout) {
  const read = new Set([at, ...texts.map((field) => positions[field]), positions.id])
  return [...cells.keys()].filter(
    (index) => !read.has(index) && !isDeepStrictEqual(cells[index], target.row.cells[index]) && hasText(cells[index]),
  )
}

const hasText = (cell: unknown) => (typeof cell === 'string' ? cell.trim() !== '' : cell !== undefined && cell !== null)

/** Finds the row that one in another language joins. */
function createTargets(rows: readonly TableRow[], { headers, at, positions, languages }: Layout) {
  const { name = -1, other_name = -1, category = -1 } = positions
  const idAt = headers.findIndex((each) => readHeader(each)?.field === 'id')
  const idOf = ({ row }: Pick<Target, 'row'>) => fold(toText(row.cells[idAt]))
  const nameOf = ({ row }: Pick<Target, 'row'>) => fold(toText(row.cells[name]) || toText(row.cells[other_name]))
  const own = new Map<TableRow, Target>()
  for (const row of rows)
    if (readLanguage(row.cells[at], languages) === languages[0]) own.set(row, toTarget(row, [...row.cells]))
  const [byId, byName] = [groupBy(own.values(), idOf), groupBy(own.values(), nameOf)]
  const isById = rows.some((row) => !own.has(row) && idOf({ row }) !== '' && byId.has(idOf({ row })))
  const keyOf = isById ? idOf : nameOf
  const placeOf = ({ row }: Pick<Target, 'row'>) => JSON.stringify([keyOf({ row }), fold(toText(row.cells[category]))])
  const byCategory = groupBy(own.values(), placeOf)
  const keyAt = isById ? idAt : name
  return {
    key: `“${headers[keyAt]}”`,
    own: (row: TableRow) => own.get(row),
    /** @returns what is wrong with the row if it joins none */
    find(row: TableRow): Target | string {
      const key = keyOf({ row })
      const found = (key && (isById ? byId : byName).get(key)) || []
      const same = found.length > 1 ? (byCategory.get(placeOf({ row })) ?? []) : found
      if (same[0] && same.length === 1) return same[0]
      const some = found.slice(0, 5).map((each) => each.row.row)
      if (some.length > 0) return `belongs to one of the rows ${some.join(', ')}, and nothing says to which`
      if (isById || key === '') return `has the “${headers[keyAt]}” of no row in ${languageName(languages[0] ?? '')}`
      const alone = nameAlone(row, { positions })
      byName.set(key, [alone])
      return alone
    },
    textFor(target: Target, row: TableRow, field: TranslatedField): unknown {
      if (field === 'outdated') return undefined
      if (field !== 'name') return row.cells[positions[field] ?? -1]
      // The name by which rows are found says nothing of what the term is called in their language.
      if (!isById) return undefined
      return nameOf({ row }) === nameOf(target) ? '' : row.cells[name]
    },
  }
}

/** A row of which only the name counts, because the rest is in another language. */
const nameAlone = (row: TableRow, { positions: { name, other_name } }: Pick<Layout, 'positions'>) =>
  toTarget(
    row,
    row.cells.map((cell, index) => (index === name || index === other_name ? cell : undefined)),
  )

const toTarget = (row: TableRow, cells: unknown[]): Target => ({ row, cells, joined: new Map() })
