import { fold } from '../schemas/text.ts'
import {
  type Guessed,
  type Known,
  label,
  type Rows,
  shareSpelled,
  toText,
} from './known-columns.ts'
import { spellsOut } from './spelled-out.ts'
import type { Cells, Positions } from './table.ts'

/** The longest full name. */
const maxFullName = 300

/** Which of the texts is the full name, and which the definition. */
export function guessTexts(known: Known, positions: Positions, rows: Rows): Guessed {
  const { name, full_name, definition } = positions
  if (name === undefined) return undefined
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

function guessIsFullName(
  known: Known,
  columns: Positions & { name: number },
  text: number,
): Guessed {
  const { texts, spelled, names, repeated, tooLong } = compareTexts(known.cells, columns, text)
  const isSpelled = spelled > texts / 2
  const isRepeated =
    !saysDefinition(known, text) && repeated > tooLong && repeated >= minRepeated * names
  if (!isSpelled && !isRepeated) return undefined
  const why = isSpelled
    ? 'most of its texts spell the name out'
    : 'names repeat with different texts'
  return {
    positions: { full_name: text, definition: undefined },
    guess: {
      key: 'texts',
      text: `The column ${label(known, text)} is taken for the full name, because ${why}.`,
      instead: 'It is the definition',
    },
  }
}

const saysDefinition = ({ headers, named }: Known, index: number) =>
  named[index]?.field === 'definition' && !/what|details|gloss/i.test(headers[index] ?? '')

/**
 * Compares names and texts in all rows. `repeated` counts the names that have different texts, and no different categories to
 * tell these apart.
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
function guessIsDefinition(known: Known, name: number, text: number): Guessed {
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
  known: Known,
  { name, full_name, definition }: Required<Pick<Positions, 'name' | 'full_name' | 'definition'>>,
  rows: Rows,
): Guessed {
  const isSwapped =
    shareSpelled(rows, name, definition) > 0.5 && shareSpelled(rows, name, full_name) <= 0.5
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
