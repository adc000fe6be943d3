import { onlyLinks } from './artefacts.ts'
import { inWords } from './guess.ts'
import { firstRows, freeColumns, type Guessed, type KnownColumns, label, type Rows, toText } from './guess-fields.ts'
import type { Cells, Positions } from './table.ts'

// What the cells of a column are, where its header leaves it open: names, addresses, or what rows are.

/** Whether most filled cells of a column fit. */
function areMost(rows: Rows, column: number, fits: (text: string) => boolean) {
  const filled = rows.flatMap((row) => row[column] || [])
  return filled.filter(fits).length > filled.length / 2
}

const isName = (text: string) => text.length <= 120 && text.split(/\s+/).length <= 8 && !/[.!?]$|^https?:/i.test(text)

/** Whether most cells of a column are names, or lists of names. */
export const areNames = (cells: Cells, column: number): boolean =>
  areMost(firstRows(cells), column, (text) => text.split(/[;,|\n]/).every((name) => isName(name.trim())))

const isLink = (text: string) => {
  const { text: links, others } = onlyLinks(text)
  return links !== '' && others.length === 0
}

/** What columns of addresses have that say nothing about the meaning of a term. */
const otherAddresses = /\b(?:[ui]r[in]|image|img|icon|logo|photo|picture|avatar|thumbnail)\b|^@/i

/** Without a column for links: the first one in which most cells are addresses. */
export function guessLinks(known: KnownColumns, positions: Positions, rows: Rows): Guessed {
  if (positions.links !== undefined) return undefined
  const links = freeColumns(known, positions).find(
    (index) => !otherAddresses.test(known.headers[index] ?? '') && areMost(rows, index, isLink),
  )
  if (links === undefined) return undefined
  const text = `The column ${label(known, links)} is taken for the links, because its cells are addresses.`
  return { positions: { links }, guess: { key: 'links', text, instead: 'It has no links' } }
}

const typeHeader = /^(?:@|(?:entity|asset|node|object|row|item|record)[ _-]?)?type$/i
const groupType = /(?:node|group|folder|categor(?:y|ies)|scheme|collection)s?$/i

/** Whether the type of a row says that it is a group of terms, as in exports of catalogues. */
export const isGroup = (type: unknown): boolean => groupType.test(toText(type))

/** Rows that are groups of terms beside others that are terms. Their names are the categories of these. */
export function guessGroups(known: KnownColumns, positions: Positions): Guessed {
  const row_type = known.headers.findIndex((header) => typeHeader.test(header.trim()))
  const groups = new Set<string>()
  let [count, terms] = [0, 0]
  for (const row of known.cells)
    if (isGroup(row[row_type])) {
      count++
      groups.add(toText(row[positions.name ?? -1]))
    } else if (toText(row[row_type]) !== '') terms++
  if (count === 0 || terms === 0) return undefined
  const isCategory = (index: number) => areMost(firstRows(known.cells), index, (text) => groups.has(text))
  const { category = freeColumns(known, positions).find(isCategory) } = positions
  const rows = count === 1 ? 'One row is a group' : `${count.toLocaleString('en')} rows are groups`
  const text = `${rows} of terms by ${label(known, row_type)}, and left out: ${inWords([...groups])}.`
  return { positions: { row_type, category }, guess: { key: 'types', text, instead: 'They are terms' } }
}
