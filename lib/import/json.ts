import { unreadable } from './table.ts'

/** Parses JSON. @throws Problem `validation_failed` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable('is not valid JSON.', error)
  }
}
