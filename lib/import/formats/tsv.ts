import { readCsv } from '../csv.ts'
import type { Format } from '../format.ts'
import { readGrid } from '../grid.ts'

/** Text with tabs between the cells. */
export const tsv: Format = {
  label: 'tab-separated values',
  types: ['text/tab-separated-values'],
  endings: ['tsv', 'tab'],
  readText: (text, header, { delimiter = '\t', columns, languages }) =>
    readGrid(readCsv(text, delimiter), header, delimiter, { named: Object.keys(columns), languages }),
}
