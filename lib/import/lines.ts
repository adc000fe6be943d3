import type { EntryList } from './entries.ts'
import { describeLines, describeParts, describeSections } from './guess.ts'
import type { Line } from './layout.ts'
import { textKey } from './objects.ts'
import type { Table } from './table.ts'

/**
 * The lines of a text. What site generators have above it is blank, and some elements are lines of a kind that is read.
 */
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

/** Reads columns that spaces keep apart; undefined if a text has none. */
export function readColumns(lines: readonly string[]): Line[] | undefined {
  const filled = lines.flatMap((text, index) =>
    text.trim() === '' ? [] : [{ row: index + 1, cells: text.trim().split(/ {2,}|\t+/) }],
  )
  const apart = filled.filter(({ cells: [first = '', ...others] }) => others.length > 0 && isName(first))
  return apart.length > 1 && apart.length >= 0.8 * filled.length ? filled : undefined
}

const isName = (text: string) => text.length <= 80 && !/^(?:[-*+#>|:]|\d+[.)]$)/.test(text)

/** The entries of a list as a table. */
export function tableOfEntries({ entries, isDefined, ...left }: EntryList): Table {
  const textHeader = isDefined ? 'definition' : textKey
  const rows = entries.map(({ row, texts: { text, ...texts } }) => ({ row, texts: { ...texts, [textHeader]: text } }))
  const first = ['name', 'full_name', textHeader]
  const headers = [...new Set([...first, ...rows.flatMap(({ texts }) => Object.keys(texts))])].filter((header) =>
    rows.some(({ texts }) => texts[header as keyof typeof texts] !== undefined),
  )
  return {
    headers,
    delimiter: null,
    header_row: null,
    skipped_lines: 0,
    first_lines: [],
    isDefined,
    guesses: [
      ...describeSections(left.sections, left.unread),
      ...describeLines(left.others),
      ...describeParts(left.noNames, 'Left out of lists of names, because they are none:'),
    ],
    rows: rows.map(({ row, texts }) => ({ row, cells: headers.map((header) => texts[header as keyof typeof texts]) })),
  }
}
