import { type Guessed, type KnownColumns, toText } from './guess-fields.ts'
import { spellsOut } from './names.ts'
import type { Positions } from './table.ts'

/** Where a full name can end. */
const separators = /\s*[:;.(–—\n]\s*|,\s+|\s+-{1,2}\s+/g
/** The longest full name. */
const maxFullName = 300

/** The parts of a text that begins with a full name. */
type Split = { full_name: string; definition?: string }

/** Splits texts like "Quality Zone Audit: checks a zone"; undefined for those that do not spell the name out. */
export function splitText(name: string, text: string): Split | undefined {
  for (const { 0: separator, index } of text.slice(0, maxFullName).matchAll(separators)) {
    const full_name = text.slice(0, index)
    const rest = text.slice(index + separator.length).trim()
    const definition = separator.includes('(') ? rest.replace(/\)$/, '') : rest
    if (definition.length > 5 && spellsOut(name, full_name)) return { full_name, definition }
  }
  return spellsOut(name, text) ? { full_name: text } : undefined
}

/** How many of the rows without a full name have a text that can be split. */
const minSplit = 0.25

/** Texts that begin with what the name stands for, and go on, are split. */
export function guessSplit({ cells, headers }: KnownColumns, { name, full_name, definition }: Positions): Guessed {
  if (name === undefined || definition === undefined) return undefined
  let [texts, split] = [0, 0]
  for (const row of cells) {
    const [own, text] = [toText(row[name]), toText(row[definition])]
    if (!own || !text || toText(row[full_name ?? -1])) continue
    texts++
    if (splitText(own, text)?.definition) split++
  }
  if (split === 0 || split < minSplit * texts) return undefined
  const text = 'Where the beginning of a text spells the name out, it is taken for the full name.'
  return {
    positions: { full_name: full_name ?? headers.length, split_text: definition },
    guess: { key: 'texts', text, instead: 'It is a part of the definition' },
  }
}
