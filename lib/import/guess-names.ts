import type { Guess } from './guess.ts'
import {
  freeColumns,
  type Guessed,
  type Known,
  label,
  meanLength,
  type Rows,
  shareFilled,
  shareSpelled,
} from './known-columns.ts'
import type { Positions } from './table.ts'

/** Without a column for the name: the one that another one spells out, otherwise the first of short, different texts. */
export function guessName(known: Known, positions: Positions, rows: Rows): Guessed {
  if (positions.name !== undefined) return undefined
  const free = freeColumns(known, positions)
  const candidates = free.filter(
    (index) => known.named[index] === undefined && isLikeNames(rows, index),
  )
  const texts = [positions.full_name, positions.definition].filter((each) => each !== undefined)
  const name =
    findSpelled(rows, candidates, [...free, ...texts]) ?? findShort(rows, candidates, free, texts)
  if (name === undefined) return undefined
  const text = `The column ${label(known, name)} is taken for the name, judging by its cells.`
  return { positions: { name }, guess: { key: 'name', text, instead: 'It is not the name' } }
}

/** The column that another one spells out most often, in two fifths of the rows at least. */
function findSpelled(rows: Rows, candidates: readonly number[], texts: readonly number[]) {
  const shares = candidates.flatMap((name) =>
    texts
      .filter((text) => text !== name)
      .map((text) => ({ name, share: shareSpelled(rows, name, text) })),
  )
  const best = shares.sort((a, b) => b.share - a.share)[0]
  return best && best.share >= 0.4 ? best.name : undefined
}

/** The first column whose texts are shorter than those of a column for a text, or much shorter than others. */
function findShort(
  rows: Rows,
  candidates: readonly number[],
  free: readonly number[],
  texts: readonly number[],
) {
  return candidates.find((name) => {
    const length = meanLength(rows, name)
    const isShorter = (text: number, factor: number) =>
      text !== name && meanLength(rows, text) > factor * length
    return texts.some((text) => isShorter(text, 1)) || free.some((text) => isShorter(text, 1.5))
  })
}

function isLikeNames(rows: Rows, index: number) {
  const texts = rows.flatMap((row) => row[index] || [])
  const isNumeric = texts.filter((text) => /^[\d.,:/ -]+$/.test(text)).length > texts.length / 2
  const isVaried = new Set(texts).size > texts.length / 2
  return texts.length > 0.8 * rows.length && !isNumeric && isVaried && meanLength(rows, index) <= 60
}

/** Of two columns for the name, one of which has short names: these are the names where there are any. */
export function guessShortNames(known: Known, positions: Positions, rows: Rows): Guessed {
  const columns = [...known.named.keys()].filter((index) => known.named[index]?.field === 'name')
  const short = columns.find((index) => known.named[index]?.isShort)
  const full = columns.find((index) => !known.named[index]?.isShort)
  const isChosen = ![short, full].includes(positions.name)
  if (short === undefined || full === undefined || isChosen) return undefined
  const { full_name = full, aliases = short } = positions
  const isEverywhere = shareFilled(rows, short) === 1
  if (full_name !== full && isEverywhere) return { positions: { name: short } }
  const [a, b] = [label(known, short), label(known, full)]
  const text = isEverywhere
    ? `The column ${a} has the names, and ${b} what they stand for.`
    : `Where ${a} is filled, it is the name, and ${b} is what it stands for. Elsewhere ${b} is the name.`
  return {
    positions: { name: short, full_name, other_name: full },
    otherwise: { name: full, aliases },
    guess: { key: 'name', text, instead: `${b} is always the name` },
  }
}

/** Without a column for the full name: one that spells the names out. */
export function guessFullName(known: Known, positions: Positions, rows: Rows): Guessed {
  const { name } = positions
  if (name === undefined || positions.full_name !== undefined) return undefined
  const shares = freeColumns(known, positions)
    .filter((index) => [undefined, 'name'].includes(known.named[index]?.field))
    .map((index) => ({ index, share: shareSpelled(rows, name, index) }))
  const best = shares.sort((a, b) => b.share - a.share)[0]
  if (!best || best.share <= 0.5) return undefined
  const text = `The column ${label(known, best.index)} is taken for the full name, because most of its texts spell the name out.`
  const guess: Guess = { key: 'full_name', text, instead: 'It is not the full name' }
  return { positions: { full_name: best.index }, guess }
}

/** Without a column whose header says that it is the definition or the full name: the column of the longest texts. */
export function guessDefinition(known: Known, positions: Positions, rows: Rows): Guessed {
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
