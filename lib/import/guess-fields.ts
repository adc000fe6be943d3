import type { ImportField } from '../schemas/import.ts'
import { fold } from '../schemas/text.ts'
import type { Guess, GuessKey } from './guess.ts'
import type { KnownHeader as Header } from './headers.ts'
import { spellsOut } from './names.ts'
import type { Cells, Positions } from './table.ts'

/** What is known of the columns of a file, by their position. */
export type KnownColumns = {
  headers: readonly string[]
  /** what the header says; undefined if it says nothing or a person has chosen the field */
  named: readonly (Header | undefined)[]
  chosen: ReadonlyMap<number, ImportField | null>
  cells: Cells
  reversed: readonly GuessKey[]
}

/** How many rows and columns are compared to find the field of a column. */
const maxCompared = { rows: 1000, columns: 20 }
export type Rows = readonly (readonly string[])[]
/** `otherwise`: the positions if a person reverses the guess, where these are not those from before. */
export type Guessed = { guess?: Guess; positions: Positions; otherwise?: Positions } | undefined

/** The text of a cell; '' if it has none. */
export const toText = (cell: unknown) => (typeof cell === 'string' ? cell.trim() : '')

/** The first rows that are not blank. */
export function firstRows(cells: Cells): Rows {
  const rows: string[][] = []
  for (const row of cells) {
    const texts = row.map(toText)
    if (texts.some(Boolean) && rows.push(texts) === maxCompared.rows) break
  }
  return rows
}

/** The columns that have no field yet and that nobody has chosen to ignore. */
export const freeColumns = ({ headers, chosen }: KnownColumns, positions: Positions) =>
  [...headers.keys()]
    .filter((index) => !chosen.has(index) && !Object.values(positions).includes(index))
    .slice(0, maxCompared.columns)

/** The header of a column in quotation marks. */
export const label = ({ headers }: KnownColumns, index: number | undefined) => `"${headers[index ?? -1] ?? ''}"`

/** How many of the rows with both texts spell the name out. */
function shareSpelled(rows: Rows, name: number, text: number) {
  const both = rows.filter((row) => row[name] && row[text])
  const spelled = both.filter((row) => spellsOut(row[name] ?? '', row[text] ?? ''))
  return both.length === 0 || shareFilled(rows, text) === 0 ? 0 : spelled.length / both.length
}

/** How many of the rows have a text in a column. One of several tells nothing. */
function shareFilled(rows: Rows, index: number) {
  const { length } = rows.filter((row) => row[index])
  return length < Math.min(2, rows.length) ? 0 : length / Math.max(1, rows.length)
}

/** How long the texts of a column are. */
function meanLength(rows: Rows, index: number) {
  const texts = rows.flatMap((row) => row[index] || [])
  return texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
}

/**
 * Without a column for the name: the one that another one spells out, otherwise the first of short, different texts.
 */
export function guessName(known: KnownColumns, positions: Positions, rows: Rows): Guessed {
  if (positions.name !== undefined) return undefined
  const free = freeColumns(known, positions)
  const candidates = free.filter((index) => known.named[index] === undefined && isLikeNames(rows, index))
  const texts = [positions.full_name, positions.definition].filter((each) => each !== undefined)
  const name = findSpelled(rows, candidates, [...free, ...texts]) ?? findShort(rows, candidates, free, texts)
  if (name === undefined) return undefined
  const text = `The column ${label(known, name)} is taken for the name, judging by its cells.`
  return { positions: { name }, guess: { key: 'name', text, instead: 'It is not the name' } }
}

/** The column that another one spells out most often, in two fifths of the rows at least. */
function findSpelled(rows: Rows, candidates: readonly number[], texts: readonly number[]) {
  const shares = candidates.flatMap((name) =>
    texts.filter((text) => text !== name).map((text) => ({ name, share: shareSpelled(rows, name, text) })),
  )
  const best = shares.sort((a, b) => b.share - a.share)[0]
  return best && best.share >= 0.4 ? best.name : undefined
}

/** The first column whose texts are shorter than those of a column for a text, or much shorter than others. */
function findShort(rows: Rows, candidates: readonly number[], free: readonly number[], texts: readonly number[]) {
  return candidates.find((name) => {
    const length = meanLength(rows, name)
    const isShorter = (text: number, factor: number) => text !== name && meanLength(rows, text) > factor * length
    return texts.some((text) => isShorter(text, 1)) || free.some((text) => isShorter(text, 1.5))
  })
}

function isLikeNames(rows: Rows, index: number) {
  const texts = rows.flatMap((row) => row[index] || [])
  const isNumeric = texts.filter((text) => /^[\d.,:/ -]+$/.test(text)).length > texts.length / 2
  const isVaried = new Set(texts).size > texts.length / 2
  return texts.length > 0.8 * rows.length && !isNumeric && isVaried && meanLength(rows, index) <= 60
}

/**
 * Of two columns for the name, or for it and the full name, one of which has short names: these are the names where
 * there are any.
 */
export function guessShortNames(known: KnownColumns, positions: Positions, rows: Rows): Guessed {
  const columns = [...known.named.keys()].filter((index) => known.named[index]?.field === 'name')
  const short = columns.find((index) => known.named[index]?.isShort)
  const isEverywhere = shareFilled(rows, short ?? -1) === 1
  const spelled = known.named[positions.full_name ?? -1]?.field === 'full_name' ? positions.full_name : undefined
  const full = columns.find((index) => !known.named[index]?.isShort) ?? (isEverywhere ? undefined : spelled)
  const isChosen = ![short, full].includes(positions.name)
  if (short === undefined || full === undefined || isChosen) return undefined
  const { full_name = full, aliases = short } = positions
  if (full_name !== full && isEverywhere) return { positions: { name: short } }
  const [a, b] = [label(known, short), label(known, full)]
  const text = isEverywhere
    ? `The column ${a} has the names, and ${b} what they stand for.`
    : `Where ${a} is filled, it is the name, and ${b} is what it stands for. Elsewhere ${b} is the name.`
  return {
    positions: { name: short, full_name, other_name: full },
    otherwise: { name: full, aliases, ...(full_name === full && { full_name: undefined }) },
    guess: { key: 'name', text, instead: `${b} is always the name` },
  }
}

/** Without a column for the full name: one that spells the names out. */
export function guessFullName(known: KnownColumns, positions: Positions, rows: Rows): Guessed {
  const { name } = positions
  if (name === undefined || positions.full_name !== undefined) return undefined
  const shares = freeColumns(known, positions)
    .filter((index) => [undefined, 'name'].includes(known.named[index]?.field))
    .map((index) => ({ index, share: shareSpelled(rows, name, index), filled: shareFilled(rows, index) }))
    .filter(({ share }) => share > 0.5)
  const best = shares.sort((a, b) => b.share * b.filled - a.share * a.filled)[0]
  if (!best) return undefined
  const text = `The column ${label(known, best.index)} is taken for the full name, because most of its texts spell the name out.`
  const guess: Guess = { key: 'full_name', text, instead: 'It is not the full name' }
  return { positions: { full_name: best.index }, guess }
}

/** Without a column whose header says that it is the definition or the full name: the column of the longest texts. */
export function guessDefinition(known: KnownColumns, positions: Positions, rows: Rows): Guessed {
  const { name, full_name, definition } = positions
  const isNamed = ['full_name', 'meaning'].includes(known.named[full_name ?? -1]?.field ?? '')
  const isOpen = full_name === undefined || !(isNamed || known.chosen.has(full_name))
  if (name === undefined || definition !== undefined || !isOpen) return undefined
  const lengths = freeColumns(known, positions)
    .filter((index) => known.named[index] === undefined && shareFilled(rows, index) > 0.3)
    .map((index) => ({ index, length: meanLength(rows, index) }))
  const best = lengths.sort((a, b) => b.length - a.length)[0]
  if (!best || (full_name !== undefined && best.length < 15)) return undefined
  const text = `The column ${label(known, best.index)} is taken for the definition, because its texts are the longest.`
  const guess: Guess = { key: 'definition', text, instead: 'It is not the definition' }
  return { positions: { definition: best.index }, guess }
}

/** The longest full name. */
const maxFullName = 300

/** Which of the texts is the full name, and which the definition. */
export function guessTexts(known: KnownColumns, positions: Positions, rows: Rows): Guessed {
  const { name, full_name, definition, split_text } = positions
  if (name === undefined || split_text !== undefined) return undefined
  const text = full_name ?? definition
  if (text === undefined || known.chosen.has(text)) return undefined
  if (full_name === undefined) return guessIsFullName(known, { ...positions, name }, text)
  const isMeaning = known.named[full_name]?.field === 'meaning'
  if (!isMeaning) return undefined
  if (definition === undefined) return guessIsDefinition(known, name, full_name)
  return guessSwapped(known, { name, full_name, definition }, rows)
}

/** How many of the names must repeat with different texts. */
const minRepeated = 0.1

function guessIsFullName(known: KnownColumns, columns: Positions & { name: number }, text: number): Guessed {
  const { texts, spelled, names, repeated, tooLong } = compareTexts(known.cells, columns, text)
  const isSpelled = spelled > texts / 2
  const isRepeated = !saysDefinition(known, text) && repeated > tooLong && repeated >= minRepeated * names
  const otherwise = { full_name: text, definition: undefined }
  if (!isSpelled && !isRepeated)
    return repeated > 0 ? { positions: {}, otherwise, guess: guessFaults(known, text) } : undefined
  const why = isSpelled ? 'most of its texts spell the name out' : 'names repeat with different texts'
  return {
    positions: otherwise,
    guess: {
      key: 'texts',
      text: `The column ${label(known, text)} is taken for the full name, because ${why}.`,
      instead: 'It is the definition',
    },
  }
}

/** Says why rows fail whose names repeat. */
const guessFaults = (known: KnownColumns, text: number): Guess => ({
  key: 'texts',
  text: `The column ${label(known, text)} is taken for the definition, although names repeat with different texts.`,
  instead: 'It is the full name',
})

const saysDefinition = ({ headers, named }: KnownColumns, index: number) =>
  named[index]?.field === 'definition' && !/what|details|gloss/i.test(headers[index] ?? '')

/**
 * Compares names and texts in all rows. `repeated` counts the names that have different texts, and no different
 * categories to tell these apart.
 */
function compareTexts(cells: Cells, { name = -1, category = -1 }: Positions, text: number) {
  const counts = { texts: 0, spelled: 0, names: 0, repeated: 0, tooLong: 0 }
  const seen = new Map<string, string | null>()
  for (const row of cells) {
    const [key, value] = [fold(toText(row[name])), toText(row[text])]
    if (!key || !value) continue
    counts.texts++
    if (spellsOut(toText(row[name]), value)) counts.spelled++
    if (value.length > maxFullName || value.includes('\n')) counts.tooLong++
    const place = `${key}\n${fold(toText(row[category]))}`
    const earlier = seen.get(place)
    if (earlier === undefined) {
      counts.names++
      seen.set(place, fold(value))
    } else if (earlier !== null && earlier !== fold(value)) {
      counts.repeated++
      seen.set(place, null)
    }
  }
  return counts
}

/** A meaning without another text is the full name, unless it is too long for one. */
function guessIsDefinition(known: KnownColumns, name: number, text: number): Guessed {
  const { repeated, tooLong } = compareTexts(known.cells, { name }, text)
  if (tooLong <= repeated) return undefined
  return {
    positions: { definition: text, full_name: undefined },
    guess: {
      key: 'texts',
      text: `The column ${label(known, text)} is taken for the definition, because texts are too long for a full name.`,
      instead: 'It is the full name',
    },
  }
}

function guessSwapped(
  known: KnownColumns,
  { name, full_name, definition }: Required<Pick<Positions, 'name' | 'full_name' | 'definition'>>,
  rows: Rows,
): Guessed {
  const isSwapped = shareSpelled(rows, name, definition) > 0.5 && shareSpelled(rows, name, full_name) <= 0.5
  if (!isSwapped) return undefined
  return {
    positions: { full_name: definition, definition: full_name },
    guess: {
      key: 'texts',
      text: `The column ${label(known, definition)} is taken for the full name, because most of its texts spell the name out, and ${label(known, full_name)} for the definition.`,
      instead: 'It is the other way round',
    },
  }
}
