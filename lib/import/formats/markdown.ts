import { readOrigin } from '../../glossary/context-file.ts'
import type { Languages } from '../../languages.ts'
import { type Blocks, readBlocks, unusedSections } from '../blocks.ts'
import { type EntryList, readEntries, readOwnEntries } from '../entries.ts'
import type { Format, ReadOptions } from '../format.ts'
import { forms } from '../forms.ts'
import { type Grid, type HeaderChoice, readGrids } from '../grid.ts'
import { describeLines, describeParts, type Guess } from '../guess.ts'
import { fieldsOf, hasColumns } from '../layout.ts'
import { readColumns, tableOfEntries, toLines } from '../lines.ts'
import { findForm } from '../starts.ts'
import { unreadable } from '../table.ts'
import { readWikiTables } from '../wiki-tables.ts'

/** How a table or a list of a wiki or a web page begins. */
const wiki = /^\s*(?:\{\||<(?:table|dl|html|!doctype)[\s>]|\|\|.+\|\|)/im
/** How much of a text is looked at, in UTF-16 units and lines. */
const maxJudged = { length: 100_000, lines: 200 }

/** Texts that people write: tables in Markdown, wikis and web pages, and lists of any kind. */
export const markdown: Format = {
  label: 'Markdown tables, lists without a table',
  types: ['text/markdown'],
  endings: ['md', 'markdown'],
  isLike(text, languages) {
    if (readOrigin(text) || wiki.test(text.slice(0, 20_000))) return true
    const lines = toLines(text.slice(0, maxJudged.length), maxJudged.lines)
    const blocks = readBlocks(lines)
    if (tablesIn(blocks).length > 0) return true
    return !hasColumns(text, languages) && (readColumns(lines) !== undefined || findForm(blocks) !== undefined)
  },
  readText: read,
}

const tablesIn = (blocks: Blocks) => [...blocks].filter((block) => block.kind === 'table')

/** The tables of a text, or a list without a table: where most terms are. What is left out is said. */
async function read(text: string, header: HeaderChoice, { columns, reversed, languages }: ReadOptions) {
  const origin = readOrigin(text)
  if (origin) return tableOfEntries(readOwnEntries(readBlocks(text.split(/\r\n|\r|\n/)), origin))
  const lines = toLines(text)
  const blocks = readBlocks(lines)
  const inMarkup = readWikiTables(text, lines)
  const tables: Grid[] = inMarkup.length > 0 ? inMarkup : tablesIn(blocks)
  const apart = tables.length > 0 ? undefined : readColumns(lines)
  const form = apart ? undefined : findForm(blocks)
  const list = form && readEntries(blocks, form, { readsAll: reversed.includes('sections') })
  const isStrong = form !== undefined && 'isStrong' in forms[form]
  if (list && hasMost(list, isStrong, tables, languages)) {
    const table = tableOfEntries(list)
    return { ...table, isForeign: true, guesses: [...table.guesses, ...describeTables(tables)] }
  }
  const read = apart ? [{ title: null, lines: apart }] : tables
  if (read.length === 0) throw unreadable('has no table and no list that can be read.')
  const table = await readGrids(read, header, { noun: 'table', reversed, named: Object.keys(columns), languages })
  const entries = list && isStrong ? list.entries : []
  const unread = [
    ...describeParts(namesOf(entries), 'Not read, because most terms are in tables:'),
    ...(apart ? [] : describeOthers(blocks)),
  ]
  return { ...table, guesses: [...table.guesses, ...unread] }
}

const namesOf = (entries: EntryList['entries']) => entries.map(({ texts }) => texts.name ?? '')

/** Names the sections without a table, and a line that is below the first table and in none. */
function describeOthers(blocks: Blocks): Guess[] {
  const used = new Set<number>()
  const lines: string[] = []
  for (const block of blocks)
    if (block.kind === 'table') used.add(block.row)
    else if (block.kind === 'line' && block.text !== '' && used.size > 0) lines.push(block.text.trim())
  const sections = unusedSections(blocks, used)
  return [...describeParts(sections, 'Not read, because they have no table:'), ...describeLines(lines)]
}

/**
 * Whether a list has as many terms as tables beside it. A table has terms if a column is for the name, and otherwise
 * only beside a list that could be something else, too.
 */
function hasMost({ entries }: EntryList, isStrong: boolean, tables: readonly Grid[], languages: Languages) {
  const counts = tables.map(({ lines: [header, ...rows] }) => {
    const isNamed = fieldsOf(header?.cells ?? [], languages).has('name')
    return isNamed || !isStrong ? rows.length : 0
  })
  const inTables = counts.reduce((sum, count) => sum + count, 0)
  return isStrong ? entries.length >= inTables : inTables === 0
}

/** Names tables by their columns. */
const describeTables = (tables: readonly Grid[]) =>
  describeParts(
    tables.map(({ lines }) => (lines[0]?.cells ?? []).filter(Boolean).slice(0, 5).join(', ')),
    `Not read: ${tables.length === 1 ? 'one table' : `${tables.length} tables`},`,
  )
