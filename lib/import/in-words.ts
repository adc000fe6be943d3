import type { ImportTotals } from '../schemas/import.ts'

const words: Record<keyof ImportTotals, string> = {
  created: 'new',
  updated: 'changed',
  unchanged: 'the same',
  skipped: 'blank or repeated',
  failed: 'with errors',
}

/** Totals in words: "312 new, 40 changed, 2 with errors". */
export function describeTotals(totals: ImportTotals): string {
  const parts = Object.entries(words).flatMap(([outcome, word]) => {
    const count = totals[outcome as keyof ImportTotals]
    return count > 0 ? `${count.toLocaleString('en')} ${word}` : []
  })
  return parts.join(', ')
}
