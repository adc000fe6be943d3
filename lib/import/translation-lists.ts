import type { Languages } from '../languages.ts'
import type { Guess } from './guess.ts'
import { languageIn } from './header-languages.ts'
import { isObject, type Table, type TableRow } from './table.ts'
import { addedColumns, describeUnknown, type TranslatedColumn } from './translated-columns.ts'

/** The key of translations in our JSON. */
export const listKey = 'translations'

/**
 * Gives each text in the lists of translations that our JSON has a column of its own, as in our CSV. A list is all that
 * its term says in other languages.
 *
 * @param languages those of the glossary, its own first
 * @returns the table, the columns, and a function that says what was left out, once all rows have been read
 */
export function unfoldTranslations<Each extends Pick<Table, 'headers' | 'rows'>>(
  table: Each,
  languages: Languages,
): Each & { listed: TranslatedColumn[]; leftOut: () => Guess[] } {
  const { headers, rows } = table
  const at = headers.indexOf(listKey)
  if (at < 0 || languages.length < 2) return { ...table, listed: [], leftOut: () => [] }
  const unknown = new Set<string>()
  const listed = addedColumns(headers.length, languages)
  return {
    ...table,
    rows: {
      async *[Symbol.asyncIterator]() {
        for await (const row of rows) yield unfold(row, at, listed, unknown)
      },
    },
    listed,
    leftOut: () => describeUnknown([...unknown]),
  }
}

function unfold(row: TableRow, at: number, listed: readonly TranslatedColumn[], unknown: Set<string>): TableRow {
  const list = row.cells[at] ?? (row.cells[at] === null ? [] : undefined)
  const cells = row.cells.map((cell, index) => (index === at ? undefined : cell))
  if (list === undefined) return { ...row, cells }
  if (!isListOfTranslations(list))
    return { ...row, cells, error: `${listKey} must be a list of objects with a language` }
  const foreign = [...new Set(listed.map(({ language }) => language))]
  const byLanguage = new Map<string, Record<string, unknown>>()
  for (const each of list) {
    const language = languageIn(each.language, foreign)
    if (language === undefined) unknown.add(each.language)
    else if (byLanguage.has(language)) return { ...row, cells, error: `${listKey} has ${language} twice` }
    else byLanguage.set(language, { ...each, outdated: each.is_outdated })
  }
  for (const { index, language, field } of listed) cells[index] = byLanguage.get(language)?.[field] ?? ''
  return { ...row, cells }
}

/** Whether a value is a list of texts with their languages, in objects. */
export const isListOfTranslations = (value: unknown): value is (Record<string, unknown> & { language: string })[] =>
  Array.isArray(value) && value.every((each) => isObject(each) && typeof each.language === 'string')
