import type { ImportTotals } from '../schemas/import.ts'

type Words = Partial<Record<keyof ImportTotals, string | { one: string; more: string }>>

const planned: Words = {
  created: 'new',
  updated: 'changed',
  proposed: 'proposed',
  unchanged: 'the same',
  skipped: 'blank or repeated',
  failed: 'with errors',
}

const done: Words = {
  created: { one: 'term added', more: 'terms added' },
  updated: 'changed',
  proposed: { one: 'change proposed', more: 'changes proposed' },
  unchanged: 'the same',
  failed: 'left out',
}

/** What an import has done: "34 terms added, 4 left out". */
export const describeDone = (totals: ImportTotals): string => inWords(totals, done) || 'Nothing to import'

/** Totals in words: "312 new, 40 changed, 2 with errors". */
export const describeTotals = (totals: ImportTotals): string => inWords(totals, planned)

/** The rows of which an import makes nothing: "2 the same, 1 blank or repeated". */
export const describeRest = ({ unchanged, skipped }: ImportTotals): string =>
  describeTotals({ ...nothing, unchanged, skipped })

const nothing = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }

/**
 * What the button of an import does: "Add 35 new terms, propose 1 change".
 *
 * @param replaced how many of the changed terms are protected
 */
export function describeAction({ created, updated, proposed = 0 }: ImportTotals, replaced: number): string {
  const parts = [
    [created, 'add', 'new term', 'new terms'],
    [updated - replaced, 'change', 'term', 'terms'],
    [replaced, 'replace', 'text', 'texts'],
    [proposed, 'propose', 'change', 'changes'],
  ] as const
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, verb, one, more]) => `${verb} ${count.toLocaleString('en')} ${count === 1 ? one : more}`)
    .join(', ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

function inWords(totals: ImportTotals, words: Words): string {
  const parts = Object.entries(words).flatMap(([outcome, word]) => {
    const count = totals[outcome as keyof ImportTotals] ?? 0
    if (count === 0) return []
    const what = typeof word === 'string' ? word : count === 1 ? word.one : word.more
    return `${count.toLocaleString('en')} ${what}`
  })
  return parts.join(', ')
}
