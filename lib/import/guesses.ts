import { aliasListNames, maxCategoryLength } from '../schemas/content.ts'
import { isSaid, relationKinds } from '../schemas/relations.ts'
import { isTooLong, onlyLinks } from './artefacts.ts'
import { describeRows, type Guess } from './guess.ts'
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
import { guessGroups, guessLinks } from './guess-kinds.ts'
import { isSameHeader } from './headers.ts'
import { areNumbered, splitName } from './names.ts'
import { guessSplit } from './split-texts.ts'
import type { NameList, Positions } from './table.ts'

/**
 * Decides by the cells of a file what its headers leave open (contract, section 15).
 *
 * @returns the positions with what was decided
 */
export function guessColumns(known: KnownColumns, named: Positions) {
  const positions = { ...named }
  const guesses: Guess[] = []
  const sample = firstRows(known.cells)
  const steps = [
    guessName,
    guessShortNames,
    guessFullName,
    guessLinks,
    guessDefinition,
    guessSplit,
    guessTexts,
    guessGroups,
  ]
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
  const several = findSeveral(known, positions)
  const takesFirst = several !== undefined && known.reversed.includes('categories')
  if (several && !takesFirst) guesses.push(several)
  const names = sample.map((row) => row[positions.name ?? -1] ?? '').filter(Boolean)
  return {
    positions,
    commas,
    isNumbered: areNumbered(names),
    splitsNames,
    takesFirst,
    guesses: [...guesses, ...findLong(known, positions), ...findNoLinks(known, positions)],
  }
}

/** What `guessColumns` returns, for a format that says what its fields are. */
export const keepColumns = (known: KnownColumns, positions: Positions) => ({
  positions,
  commas: [],
  isNumbered: false,
  splitsNames: false,
  takesFirst: false,
  guesses: findLong(known, positions),
})

const nameLists = [...aliasListNames, ...relationKinds]

/** The lists of names in which no cell has a semicolon, but some have a comma or a vertical bar. */
function findCommas({ cells, headers }: KnownColumns, positions: Positions): NameList[] {
  const isOpen = (list: NameList) => !isSaid(list) || !isSameHeader(headers[positions[list] ?? -1] ?? '', list)
  const open = new Map(nameLists.filter(isOpen).map((list) => [list, false]))
  for (const row of cells)
    for (const list of open.keys()) {
      const text = toText(row[positions[list] ?? -1])
      if (text.includes(';')) open.delete(list)
      else if (/[,|]/.test(text)) open.set(list, true)
    }
  return nameLists.filter((list) => open.get(list))
}

function describeCommas(known: KnownColumns, positions: Positions, commas: readonly NameList[]): Guess {
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

/** How many texts are named that are left out. */
const maxNamed = 5

/** Says which texts are left out of a column of links, and of which terms (contract, section 20). */
function findNoLinks(known: KnownColumns, { links = -1, name = -1 }: Positions): Guess[] {
  let [rows, count] = [0, 0]
  const named: string[] = []
  for (const row of known.cells) {
    const { others } = onlyLinks(toText(row[links]))
    if (others.length > 0) rows++
    for (const text of others)
      if (count++ < maxNamed) named.push(`“${text.slice(0, 40)}” (${toText(row[name]).slice(0, 40)})`)
  }
  const more = count > maxNamed ? ` and ${(count - maxNamed).toLocaleString('en')} more` : ''
  return describeRows(rows, `text of ${label(known, links)} that is no URL is left out: ${named.join(', ')}${more}.`)
}

/** A column in which most cells have several categories, which stay one unless a person says otherwise. */
function findSeveral({ cells, headers }: KnownColumns, { category = -1 }: Positions): Guess | undefined {
  let [filled, count, example] = [0, 0, '']
  for (const row of cells) {
    const text = toText(row[category])
    if (text !== '') filled++
    if (/[;,|]\s*\S/.test(text) && count++ === 0) example = text
  }
  if (count === 0 || count <= filled / 2) return undefined
  const text = `Several categories in a cell of "${headers[category]}", such as “${example.slice(0, 80)}”, stay one.`
  return { key: 'categories', text, instead: 'Take the first of them' }
}

/** Says which categories are left out (contract, section 15). */
function findLong({ cells }: KnownColumns, { category = -1 }: Positions): Guess[] {
  let [count, example] = [0, '']
  for (const row of cells) if (isTooLong(row[category]) && count++ === 0) example = String(row[category]).trim()
  const what = `the category is left out, because it has more than ${maxCategoryLength} characters: "${example.slice(0, 40)}…".`
  return describeRows(count, what)
}
