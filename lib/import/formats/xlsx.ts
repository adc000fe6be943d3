import type { Format } from '../format.ts'
import { readGrids } from '../grid.ts'
import { describeParts, type Guess } from '../guess.ts'
import { isArchive, readWorkbook } from '../workbook.ts'

/** Workbooks of Excel. */
export const xlsx: Format = {
  label: 'a workbook',
  types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  endings: ['xlsx', 'xlsm'],
  hasBytes: isArchive,
  async readBytes(bytes, header, { sheet, reversed, columns, languages }) {
    const { read, sheets, hiddenSheets, hasOwnTexts } = await readWorkbook(bytes, sheet)
    let count = 0
    const grids = read.map(({ name, lines, hidden, before }) => {
      count += hidden.size
      const shown = reversed.includes('hidden') ? lines.filter(({ row }) => !hidden.has(row)) : lines
      return { title: name, lines: shown, before }
    })
    const options = { noun: 'sheet', reversed, named: Object.keys(columns), languages }
    const table = await readGrids(grids, header, options)
    const guesses = reversed.includes('hidden') ? [] : guessHidden(count)
    const unread = sheet === undefined ? hiddenSheets : []
    return {
      ...table,
      sheets,
      sheet: read.length === 1 ? (read[0]?.name ?? null) : null,
      guesses: [...table.guesses, ...guesses, ...describeParts(unread, 'Not read, because hidden:')],
      encoding: 'utf-8',
      isDamaged: false,
      isExact: hasOwnTexts && table.isDefined,
    }
  },
}

function guessHidden(count: number): Guess[] {
  if (count === 0) return []
  const text = `${count.toLocaleString('en')} hidden ${count === 1 ? 'row is' : 'rows are'} read, too.`
  return [{ key: 'hidden', text, instead: 'Leave out hidden rows' }]
}
