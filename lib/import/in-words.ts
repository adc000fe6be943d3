import type { ImportTotals } from '../schemas/import.ts'

type Words = Partial<Record<keyof ImportTotals, string | { one: string; more: string }>>

const planned: Words = {
  created: 'new',
  updated: 'changed',
  unchanged: 'the same',
  skipped: 'blank or repeated',
  failed: 'with errors',
}

const done: Words = {
  created: { one: 'term added', more: 'terms added' },
  updated: 'changed',
  unchanged: 'the same',
  failed: 'left out',
}

/** What an import has done: "34 terms added, 4 left out". */
export const describeDone = (totals: ImportTotals): string => inWords(totals, done) || 'Nothing to import'

/** Totals in words: "312 new, 40 changed, 2 with errors". */
export const describeTotals = (totals: ImportTotals): string => inWords(totals, planned)

function inWords(totals: ImportTotals, words: Words): string {
  const parts = Object.entries(words).flatMap(([outcome, word]) => {
    const count = totals[outcome as keyof ImportTotals]
    if (count === 0) return []
    const what = typeof word === 'string' ? word : count === 1 ? word.one : word.more
    return `${count.toLocaleString('en')} ${what}`
  })
  return parts.join(', ')
}
