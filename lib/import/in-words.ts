import type { ImportTotals } from '../schemas/import.ts'

const words: Record<keyof ImportTotals, string> = {
  created: 'new',
  updated: 'changed',
  unchanged: 'the same',
  skipped: 'blank or repeated',
  failed: 'with errors',
}

const done: [keyof ImportTotals, one: string, more: string][] = [
  ['created', 'term added', 'terms added'],
  ['updated', 'changed', 'changed'],
  ['unchanged', 'the same', 'the same'],
  ['failed', 'left out', 'left out'],
]

/** What an import has done: "34 terms added, 4 left out". */
export function describeDone(totals: ImportTotals): string {
  const parts = done.flatMap(([outcome, one, more]) => {
    const count = totals[outcome]
    return count > 0 ? `${count.toLocaleString('en')} ${count === 1 ? one : more}` : []
  })
  return parts.join(', ') || 'Nothing to import'
}

/** Totals in words: "312 new, 40 changed, 2 with errors". */
export function describeTotals(totals: ImportTotals): string {
  const parts = Object.entries(words).flatMap(([outcome, word]) => {
    const count = totals[outcome as keyof ImportTotals]
    return count > 0 ? `${count.toLocaleString('en')} ${word}` : []
  })
  return parts.join(', ')
}
