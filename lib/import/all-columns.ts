import type { Languages } from '../languages.ts'
import { assignColumns, type Columns, type ReadOptions } from './columns.ts'
import { translatedHeader } from './header-languages.ts'
import { cellsOfOwn, findLanguageColumn } from './language-rows.ts'
import type { Cells } from './table.ts'
import { cellsWithout, findTranslated, resolveBare, type TranslatedColumn } from './translated-columns.ts'
import { listKey } from './translation-lists.ts'

type Options = ReadOptions & {
  languages: Languages
  /** the columns of lists of translations, if the file has such lists */
  listed: readonly TranslatedColumn[]
}

/**
 * Decides what each column of a file has, also in other languages: no guess about those of the glossary's own language
 * reads what is said in others.
 *
 * @returns also which column says the language of each row
 * @throws Problem `validation_failed` if the choice of columns does not fit the file
 */
export function assignAll(
  headers: readonly string[],
  cells: Cells,
  { languages, listed, ...options }: Options,
): { columns: Columns; languageAt: number | undefined } {
  const languageAt = listed.length > 0 ? undefined : findLanguageColumn(headers, cells, languages, options.columns)
  const found = findTranslated(headers, languages, options.columns)
  const isLeftOut = (header: string, index: number) =>
    index === languageAt || header !== headers[index] || (listed.length > 0 && header === listKey)
  const known = found.headers.map((header, index) => (isLeftOut(header, index) ? '' : header))
  const hidden = new Set(known.flatMap((header, index) => (header === headers[index] ? [] : [index])))
  const own = languageAt === undefined ? cells : cellsOfOwn(cells, languageAt, languages)
  const assigned = assignColumns(known, cellsWithout(own, hidden), { ...options, columns: found.chosen })
  const { translated, ignored, guesses } = resolveBare(found, assigned.positions, headers)
  const inLanguages = [
    ...translated.map(({ index, field, language }) => [headers[index] ?? '', translatedHeader(field, language)]),
    ...(languageAt === undefined ? [] : [[headers[languageAt] ?? '', 'language']]),
    ...(listed.length === 0 ? [] : [[listKey, listKey]]),
  ]
  const columns = {
    ...assigned,
    translated: [...translated, ...listed],
    inLanguages: Object.fromEntries(inLanguages),
    ignored: [...assigned.ignored, ...ignored],
    guesses: [...guesses, ...assigned.guesses],
  }
  return { columns, languageAt }
}
