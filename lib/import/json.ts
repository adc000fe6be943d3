import { requireFewParts } from './parts.ts'
import { unreadable } from './table.ts'

/** Parses JSON. @throws Problem `validation_failed`, also if it has more parts than memory allows */
export function parseJson(text: string): unknown {
  requireFewParts(text, true)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable('is not valid JSON.', error)
  }
}
