import { quotesTexts, readCsv } from '../csv.ts'
import type { Format, ReadOptions } from '../format.ts'
import { type HeaderChoice, readGrid } from '../grid.ts'
import { findDelimiter } from '../layout.ts'

/** CSV, and whatever nothing else is known about. */
export const csv = {
  label: 'CSV',
  types: ['text/csv', 'text/plain', 'application/vnd.ms-excel'],
  endings: ['csv', 'txt'],
  async readText(text: string, header: HeaderChoice, { columns, languages, ...options }: ReadOptions) {
    const { delimiter = findDelimiter(text, languages) } = options
    const known = { named: Object.keys(columns), languages }
    const table = await readGrid(readCsv(text, delimiter), header, delimiter, known)
    return { ...table, isExact: quotesTexts(text) }
  },
} satisfies Format
