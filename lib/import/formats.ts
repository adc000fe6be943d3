import { readOrigin } from '../glossary/context-file.ts'
import type { FileFormat } from '../schemas/import.ts'
import { hasColumns } from './layout.ts'
import { isList } from './lines.ts'
import { hasTable } from './markdown.ts'

/** How a list of objects begins in JSON. */
const json = /^\s*(?:\[\s*[{[\]]|\{\s*["}])/
/** How a list of terms begins in YAML, after comments. */
const yaml =
  /^(?:[ \t]*(?:#.*)?\r?\n|---.*\n)*(?:(?:contexts|nodes|terms|glossary|acronyms):[ \t]*(?:#.*)?\r?\n|-? ?(?:name|term|acronym|abbreviation): .*\n)/

/**
 * Finds the format of a text that came as CSV: people paste what they have, and files are called `.txt`.
 *
 * @returns CSV if it looks like nothing else
 */
export function findFormat(text: string): Exclude<FileFormat, 'xlsx'> {
  const start = text.slice(0, 20_000)
  if (json.test(start)) return 'json'
  if (yaml.test(start)) return 'yaml'
  if (readOrigin(text)) return 'markdown'
  if (hasTable(text) || /^\s*(?:\{\||<(?:table|dl|html|!doctype)[\s>]|\|\|.+\|\|)/im.test(start))
    return 'markdown'
  return !hasColumns(text) && isList(text) ? 'markdown' : 'csv'
}
