import { type Table, tableOfObjects, unreadable } from './table.ts'

/** How deep an entry can be nested, and how long it can be, in UTF-16 units. */
const maxEntry = { depth: 100, length: 1_000_000 }

/**
 * Reads our JSON export: an array of terms. Each entry is parsed on its own, so that a file never takes much more memory
 * than its text.
 *
 * @throws Problem `validation_failed`
 */
export function readJson(text: string): Table {
  const start = text.search(/\S/)
  if (text[start] !== '[') {
    throw /^(?:["{\d-]|true|false|null)/.test(text.slice(start, start + 5))
      ? unreadable('must contain an array of terms.')
      : invalid()
  }
  return tableOfObjects({
    *[Symbol.iterator]() {
      for (const entry of entriesOf(text, start)) yield parse(entry)
    },
  })
}

/** The texts between the commas of the array that begins at `start`. */
function* entriesOf(text: string, start: number): Generator<string> {
  let from = start + 1
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > maxEntry.depth) throw unreadable('is nested too deeply.')
    const isEnd = depth === 0
    if (!isEnd && !(depth === 1 && sign === ',')) continue
    const entry = text.slice(from, at)
    if (entry.length > maxEntry.length) throw unreadable('has an entry that is too long.')
    if (!isEnd || from > start + 1 || entry.trim() !== '') yield entry
    if (!isEnd) from = at + 1
    else if (sign === ']' && text.slice(at + 1).trim() === '') return
    else throw invalid()
  }
  throw invalid()
}

function endOfString(text: string, start: number) {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  throw invalid()
}

const invalid = (cause?: unknown) => unreadable('is not valid JSON.', cause)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid(error)
  }
}
