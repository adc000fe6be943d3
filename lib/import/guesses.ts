import { type AliasList, aliasListNames, maxCategoryLength } from '../schemas/content.ts'
import { isTooLong, onlyLinks } from './artefacts.ts'
import type { Guess } from './guess.ts'
import {
  firstRows,
  guessDefinition,
  guessFullName,
  guessName,
  guessShortNames,
  guessTexts,
  type KnownColumns,
  label,
  toText,
} from './guess-fields.ts'
import { areNumbered, splitName } from './names.ts'
import type { Positions } from './table.ts'

/**
 * Decides by the cells of a file what its headers leave open (contract, section 15).
 *
 * @returns the positions with what was decided
 */
export function guessColumns(known: KnownColumns, named: Positions) {
  const positions = { ...named }
  const guesses: Guess[] = []
  const sample = firstRows(known.cells)
  const steps = [guessName, guessShortNames, guessFullName, guessDefinition, guessTexts]
  for (const step of steps) {
    const found = step(known, positions, sample)
    if (!found) continue
    const { guess } = found
    const isReversed = guess !== undefined && known.reversed.includes(guess.key)
    Object.assign(positions, isReversed ? found.otherwise : found.positions)
    if (guess && !isReversed) guesses.push(guess)
  }
  const commas = known.reversed.includes('lists') ? [] : findCommas(known, positions)
  if (commas.length > 0) guesses.push(describeCommas(known, positions, commas))
  const acronyms = guessAcronyms(known, positions)
  const splitsNames = acronyms !== undefined && known.reversed.includes('acronyms')
  if (acronyms && !splitsNames) guesses.push(acronyms)
  if (splitsNames) {
    positions.full_name ??= known.headers.length
    positions.aliases ??= known.headers.length + 1
  }
  const names = sample.map((row) => row[positions.name ?? -1] ?? '').filter(Boolean)
  return {
    positions,
    commas,
    isNumbered: areNumbered(names),
    splitsNames,
    guesses: [...guesses, ...findLong(known, positions), ...findNoLinks(known, positions)],
  }
}

/** What `guessColumns` returns, for a format that says what its fields are. */
export const keepColumns = (known: KnownColumns, positions: Positions) => ({
  positions,
  commas: [],
  isNumbered: false,
  splitsNames: false,
  guesses: findLong(known, positions),
})
/** The lists of names in which no cell has a semicolon, but some have a comma or a vertical bar. */
function findCommas({ cells }: KnownColumns, positions: Positions): AliasList[] {
  const open = new Map(aliasListNames.map((list) => [list, false]))
  for (const row of cells)
    for (const list of open.keys()) {
      const text = toText(row[positions[list] ?? -1])
      if (text.includes(';')) open.delete(list)
      else if (/[,|]/.test(text)) open.set(list, true)
    }
  return aliasListNames.filter((list) => open.get(list))
}

function describeCommas(known: KnownColumns, positions: Positions, commas: readonly AliasList[]): Guess {
  const columns = commas.map((list) => label(known, positions[list])).join(' and ')
  return {
    key: 'lists',
    text: `In ${columns}, commas and vertical bars separate names, because there are no semicolons.`,
    instead: 'They are parts of names',
  }
}

/** Names like "Quality Zone Audit (QZA)" stay as they are, unless a person says otherwise. */
function guessAcronyms({ cells }: KnownColumns, positions: Positions): Guess | undefined {
  let [count, example] = [0, '']
  for (const row of cells) {
    const name = toText(row[positions.name ?? -1])
    if (splitName(name) && count++ === 0) example = name
  }
  if (count === 0) return undefined
  const names = count === 1 ? 'A name contains' : `${count.toLocaleString('en')} names contain`
  const text = `${names} an acronym and another name, such as "${example.slice(0, 80)}".`
  return { key: 'acronyms', text, instead: 'Split them' }
}

/** Says which texts are left out of a column of links (contract, section 20). */
function findNoLinks(known: KnownColumns, { links = -1 }: Positions): Guess[] {
  let [count, example] = [0, '']
  for (const row of known.cells) {
    const [other] = onlyLinks(toText(row[links])).others
    if (other !== undefined && count++ === 0) example = other
  }
  if (count === 0) return []
  const rows = count === 1 ? 'one row' : `${count.toLocaleString('en')} rows`
  const text = `In ${rows} of ${label(known, links)}, text that is no URL is left out: "${example.slice(0, 40)}".`
  return [{ key: 'links', text }]
}

/** Says which categories are left out (contract, section 15). */
function findLong({ cells }: KnownColumns, { category = -1 }: Positions): Guess[] {
  let [count, example] = [0, '']
  for (const row of cells) if (isTooLong(row[category]) && count++ === 0) example = String(row[category]).trim()
  if (count === 0) return []
  const rows = count === 1 ? 'one row' : `${count.toLocaleString('en')} rows`
  const text = `In ${rows}, the category is left out, because it has more than ${maxCategoryLength} characters: "${example.slice(0, 40)}…".`
  return [{ key: 'category', text }]
}
