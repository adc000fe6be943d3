import type { Origin } from '../glossary/context-file.ts'
import { type Entry, type EntryList, readEntries, readOwnEntries } from './entries.ts'
import { describeParts, describeUnread, type Guess, type GuessKey } from './guess.ts'
import type { Line } from './layout.ts'
import { spellsOut } from './names.ts'
import { textKey } from './objects.ts'
import type { Table, TableRow } from './table.ts'

/** How many lines tell whether a text is a list. */
const maxJudged = 200

/** The lines of a text. What site generators have above it is blank, and some elements are lines of a kind that is read. */
export function toLines(text: string, limit?: number): string[] {
  const lines = replaceElements(text).split(/\r\n|\r|\n/, limit)
  if (lines[0] !== '---') return lines
  const end = lines.indexOf('---', 1)
  return end < 0 ? lines : lines.fill('', 0, end + 1)
}

const latexEntry =
  /\\newglossaryentry\s*\{[^{}]*\}\s*\{\s*name\s*=\s*\{?([^{},]+)\}?\s*,\s*description\s*=\s*\{([^{}]*)\}[^{}]*\}/g

/** Definition lists of HTML and glossaries of LaTeX, whose entries can have several lines. */
function replaceElements(text: string) {
  if (/<dt[\s>]/i.test(text))
    return text
      .replace(/\s+/g, ' ')
      .replace(/<dt[^<>]*>\s*/gi, '\n; ')
      .replace(/<dd[^<>]*>\s*/gi, '\n: ')
      .replace(/<\/?d[dlt]>/gi, ' ')
  return text.replace(latexEntry, (_, name, text) => `\\acro{${name}}{${text.replace(/\s+/g, ' ')}}`)
}

/** Whether a text is a list without a table, or one whose columns are kept apart by spaces. */
export function isList(text: string): boolean {
  const lines = toLines(text, maxJudged)
  return readColumns(lines) !== undefined || readEntries(lines) !== undefined
}

/** Reads columns that spaces keep apart; undefined if a text has none. */
export function readColumns(lines: readonly string[]): Line[] | undefined {
  const filled = lines.flatMap((text, index) =>
    text.trim() === '' ? [] : [{ row: index + 1, cells: text.trim().split(/ {2,}|\t+/) }],
  )
  const apart = filled.filter(({ cells: [first = '', ...others] }) => others.length > 0 && isName(first))
  return apart.length > 1 && apart.length >= 0.8 * filled.length ? filled : undefined
}

const isName = (text: string) => text.length <= 80 && !/^(?:[-*+#>|:]|\d+[.)]$)/.test(text)

/** Reads a list without a table; undefined if a text is none. */
export function readList(lines: readonly string[], reversed: readonly GuessKey[]): Table | undefined {
  const list = readEntries(lines)
  return list && { ...toTable(list, reversed), isForeign: true }
}

/** Reads a `CONTEXT.md` of ours. */
export const readOwnList = (text: string, origin: Origin): Table =>
  toTable(readOwnEntries(text.split(/\r\n|\r|\n/), origin), [])

function toTable(list: EntryList, reversed: readonly GuessKey[]): Table {
  const { entries, isDefined } = list
  const split = isDefined || reversed.includes('texts') ? undefined : splitTexts(list)
  const rows = entries.map(
    ({ row, texts: { text, ...texts } }, index): Entry => ({
      row,
      texts: { ...texts, ...(split ? split[index] : { [isDefined ? 'definition' : textKey]: text }) },
    }),
  )
  const first = ['name', 'full_name', 'definition', textKey]
  const used = [...new Set([...first, ...rows.flatMap(({ texts }) => Object.keys(texts))])].filter((header) =>
    rows.some(({ texts }) => texts[header] !== undefined),
  )
  return {
    headers: used,
    delimiter: null,
    header_row: null,
    skipped_lines: 0,
    first_lines: [],
    isDefined,
    guesses: [
      ...(split ? [splitGuess] : []),
      ...describeParts(list.sections, 'Not read, because they have no terms:'),
      ...describeUnread(list.others),
    ],
    rows: rows.map(({ row, texts }): TableRow => ({ row, cells: used.map((header) => texts[header]) })),
  }
}

const splitGuess: Guess = {
  key: 'texts',
  text: 'Where the beginning of a text spells the name out, it is taken for the full name.',
  instead: 'It is a part of the definition',
}

type Split = { full_name?: string; definition?: string }

/** Splits texts like "Quality Zone Audit: checks a zone"; undefined if hardly any is like this. */
function splitTexts({ entries }: EntryList): Split[] | undefined {
  const splits = entries.map(({ texts: { name = '', full_name, text = '' } }): Split => {
    if (full_name !== undefined) return { full_name, definition: text }
    return splitText(name, text) ?? (spellsOut(name, text) ? { full_name: text } : { definition: text })
  })
  const count = splits.filter(({ full_name, definition }) => full_name && definition).length
  const isKnown = entries.some(({ texts }) => texts.full_name !== undefined)
  return count > 0 && (isKnown || count >= entries.length / 4) ? splits : undefined
}

/** Where a full name can end. */
const separators = /\s*[:;.(–—\n]\s*|,\s+|\s+-{1,2}\s+/g
const maxFullName = 300

function splitText(name: string, text: string): Split | undefined {
  for (const { 0: separator, index } of text.slice(0, maxFullName).matchAll(separators)) {
    const full_name = text.slice(0, index)
    const rest = text.slice(index + separator.length).trim()
    const definition = separator.includes('(') ? rest.replace(/\)$/, '') : rest
    if (definition.length > 5 && spellsOut(name, full_name)) return { full_name, definition }
  }
  return undefined
}
