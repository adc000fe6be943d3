import { fold } from '../schemas/text.ts'
import type { NameRow, NameRows } from './name-rows.ts'
import { toKey } from './name-to-keys.ts'

/** A form in which something is looked up: as it was asked, or inflected. */
export type Form = {
  form: string
  kind: 'asked' | 'singular' | 'plural'
  /** whether it is a singular without a small s behind a capital, so that names that are written like it come first */
  has_small_s: boolean
}

/** Returns the form of what is looked up as it is. */
export const asAsked = (form: string): Form => ({ form, kind: 'asked', has_small_s: false })

/** A name that a form is. */
export type Match = {
  row: NameRow
  form: Form
  /**
   * 0 and 3: the exact singular, 1: a name or alias, 2: a full name, 4: one of them but for punctuation and diacritics,
   * 5: another inflected form, 6: marked only as it is written, which it is not here
   */
  step: number
  isSameCase: boolean
}

/** A name comes before aliases, and these before full names. */
export const rankOf = ({ kind }: Pick<NameRow, 'kind'>): number => (kind === 'name' ? 1 : kind === 'full_name' ? 3 : 2)

/**
 * Returns what a question means: of each term the best name, of the first step that finds anything (contract, section
 * 13).
 *
 * @param forms the question and its inflected forms
 * @param isName whether a form can be a name whose key it has
 * @param isElsewhere whether a name that a form is would be marked, but not here
 */
export function toMatches<Each extends Form>(
  forms: readonly Each[],
  rows: NameRows,
  isName: (form: Each, row: NameRow) => boolean,
  isElsewhere: (form: Each, row: NameRow) => boolean = () => false,
): Match[] {
  const named = forms.flatMap((form) =>
    (rows.get(toKey(form.form)) ?? []).flatMap((row) => (isName(form, row) ? { row, form } : [])),
  )
  if (named.length === 0) return []
  const isAsIs = (of: (form: Form) => boolean) => named.some(({ form, row }) => of(form) && row.name === form.form)
  const isPlural = isAsIs(({ has_small_s }) => has_small_s) && !isAsIs(({ kind }) => kind === 'asked')
  const isCapitalS = forms.some(({ kind, form }) => kind === 'asked' && /\p{Lu}S\W*$/u.test(form))
  const matches = named.map(({ row, form }): Match => {
    const step = isElsewhere(form, row) ? 6 : toStep(form, row, isPlural, isCapitalS)
    return { row, form, step, isSameCase: form.form.includes(row.name) }
  })
  const first = Math.min(...matches.map(({ step }) => step))
  const either = first === 3 ? matches.filter((match) => match.step === 4 && isEitherPlural(match)) : []
  return bestOfEach([...matches.filter(({ step }) => step === first), ...either])
}

/** Without capitals and signs, nobody can tell the S of a name from that of a plural: `gcms` is GCM, or else GC/MS. */
const isEitherPlural = ({ form: { form, kind }, row }: Match) =>
  kind === 'asked' && form === toKey(form) && row.name.endsWith('S')

/** A small s behind capitals is a plural first, a capital one belongs to the name: `GCMS` is GC/MS, not GCM. */
function toStep(form: Form, { kind, name }: NameRow, isPlural: boolean, isCapitalS: boolean) {
  const isSame = fold(name) === fold(form.form)
  if (isSame && form.has_small_s && isPlural) return 0
  if (isSame && form.kind === 'singular' && !isCapitalS) return 3
  if (form.kind !== 'asked') return 5
  if (!isSame) return 4
  return kind === 'full_name' ? 2 : 1
}

/** A term can have several names that match. */
function bestOfEach(matches: readonly Match[]): Match[] {
  const best = new Map<string, Match>()
  for (const match of matches) {
    const { term_id } = match.row
    const other = best.get(term_id)
    if (!other || isBefore(match, other)) best.set(term_id, match)
  }
  return [...best.values()]
}

function isBefore(one: Match, other: Match) {
  const difference = rankOf(one.row) - rankOf(other.row) || Number(other.isSameCase) - Number(one.isSameCase)
  return difference < 0 || (difference === 0 && one.row.name < other.row.name)
}

/** Whether the whole of what a person types can be a name; all that is called so, in any case. */
export function isWholeName({ form, kind }: Form, { name }: NameRow): boolean {
  if (kind === 'asked') return !/['’]s\W*$/i.test(form) || /['’]/.test(name)
  // A capital S is no plural ending (`APS`), and a possessive is not the word with an S (`AP's`).
  return kind === 'singular' || !/S\W*$/.test(name)
}
