import { requireFewParts } from './parts.ts'
import { unreadable } from './table.ts'

/**
 * Parses JSON: one document, or one in each line.
 *
 * @throws Problem `validation_failed`, also if it has more parts than memory allows
 */
export function parseJson(text: string): unknown[] {
  requireFewParts(text, true)
  try {
    return [JSON.parse(text)]
  } catch (error) {
    return parseLines(text, error)
  }
}

/** @param cause why the whole text is no document */
function parseLines(text: string, cause: unknown) {
  const documents: unknown[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue
    try {
      documents.push(JSON.parse(line))
    } catch (error) {
      if (documents.length === 0) throw unreadable('is not valid JSON.', cause)
      throw unreadable(`is not valid JSON: line ${index + 1} is no document.`, error)
    }
  }
  return documents
}
