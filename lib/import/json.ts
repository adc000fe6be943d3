import { type Table, tableOfObjects, unreadable } from './table.ts'

/**
 * Reads our JSON export: an array of terms.
 *
 * @throws Problem `validation_failed`
 */
export function readJson(text: string): Table {
  const value = parse(text)
  if (!Array.isArray(value)) throw unreadable('must contain an array of terms.')
  return tableOfObjects(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable('is not valid JSON.', error)
  }
}
