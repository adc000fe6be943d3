import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { readVera } from './vera.ts'

/** One meaning of an acronym, as a list states it. */
export type Acronym = { name: string; full_name: string; category: string | null }

/**
 * Reads lists of acronyms: CSV, tab-separated values if the name of the file ends in `.tsv`, or V.E.R.A. if it ends in
 * `.info`. The columns are the name, the full name and optionally the category; there is no header. A repeated meaning
 * counts once.
 *
 * @throws Error if a file cannot be read
 */
export async function readAcronyms(files: readonly string[]): Promise<Acronym[]> {
  const rows = (await Promise.all(files.map(readRows))).flat()
  const acronyms = rows
    .map(([name = '', full_name = '', category]) => ({ name, full_name, category: category || null }))
    .filter(({ name, full_name }) => name !== '' && full_name !== '')
  return [...new Map(acronyms.map((one) => [keyOf(one), one])).values()]
}

async function readRows(file: string): Promise<string[][]> {
  if (file.endsWith('.info')) return readVera(await readFile(file, 'utf8'))
  const options = file.endsWith('.tsv') ? { delimiter: '\t', quote: null } : {}
  return parse(await readFile(file), {
    ...options,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  })
}

/** A glossary stores a meaning once, ignoring case. */
const keyOf = ({ name, full_name, category }: Acronym) => JSON.stringify([name, full_name, category]).toLowerCase()
