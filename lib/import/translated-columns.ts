import type { Languages } from '../languages.ts'
import type { ColumnChoice } from '../schemas/import.ts'
import { describeParts, type Guess } from './guess.ts'
import {
  bareLanguages,
  isLanguage,
  languageIn,
  readTranslated,
  type TranslatedField,
  translatedFields,
} from './header-languages.ts'
import { readHeader, readLongHeader } from './headers.ts'
import type { Cells, Positions } from './table.ts'

/** A column with texts in another language. */
export type TranslatedColumn = { index: number; language: string; field: TranslatedField }

/**
 * The columns of what rows say in other languages without a column of its own in the file. They are behind those into
 * which names can be split.
 *
 * @param width the number of columns that the file has
 */
export const addedColumns = (width: number, languages: Languages): TranslatedColumn[] =>
  languages
    .slice(1)
    .flatMap((language) => translatedFields.map((field) => ({ language, field })))
    .map((each, place) => ({ ...each, index: width + 2 + place }))

type Found = {
  translated: TranslatedColumn[]
  /** columns of other languages whose headers say nothing else */
  bare: Omit<TranslatedColumn, 'field'>[]
  /** the column of the glossary's own language whose header says nothing else */
  own: number | undefined
  /** the headers without those of other languages, so that nobody takes their texts for those of the glossary */
  headers: readonly string[]
  /** the choice of columns, and that of the names where only the language tells it */
  chosen: ColumnChoice
  /** the headers that nobody reads */
  ignored: string[]
  guesses: Guess[]
}

/**
 * Finds the columns of translations (contract, section 23).
 *
 * @param languages those of the glossary, its own first
 * @param chosen columns of which somebody has said what they are
 */
export function findTranslated(headers: readonly string[], languages: Languages, chosen: ColumnChoice): Found {
  const found: Found = { translated: [], bare: [], own: undefined, headers, chosen, ignored: [], guesses: [] }
  if (languages.length < 2) return found
  const [own] = languages
  const languageAt = bareLanguages(headers, languages)
  const unknown: string[] = []
  const others = headers.map((header, index) => {
    if (Object.hasOwn(chosen, header)) return header
    const read = readTranslated(header, languages)
    const bare = read ? undefined : languageAt.get(index)
    if ((read?.language ?? bare) === own) {
      if (bare) found.own ??= index
      return header
    }
    if (read && !has(found.translated, read)) found.translated.push({ index, ...read })
    else if (bare && !found.bare.some(({ language }) => language === bare)) found.bare.push({ index, language: bare })
    else if (read || bare || isOfUnknown(header, languages, languageAt.size > 0)) found.ignored.push(header)
    else return header
    if (!read && !bare) unknown.push(header)
    return ''
  })
  const isNamed =
    Object.values(chosen).includes('name') || others.some((each) => readLongHeader(each)?.field === 'name')
  const ownHeader = headers[found.own ?? -1]
  return {
    ...found,
    headers: others,
    ...(ownHeader !== undefined && !isNamed && { chosen: { ...chosen, [ownHeader]: 'name' as const } }),
    guesses: describeUnknown(unknown),
  }
}

const has = (columns: readonly TranslatedColumn[], { language, field }: Omit<TranslatedColumn, 'index'>) =>
  columns.some((each) => each.field === field && each.language === language)

/** Says which languages of a file are left out. */
export const describeUnknown = (parts: readonly string[]): Guess[] =>
  describeParts(parts, 'Left out, because the glossary does not have the language:')

/** A column as our CSV has it. */
const ownForm = /^(?:name|full[ _-]?name|definition|outdated)\s*\[([^\][]+)\]$/i

/** Whether a column has texts in a language that the glossary does not have. */
function isOfUnknown(header: string, languages: Languages, isBeside: boolean) {
  const tag = ownForm.exec(header.trim())?.[1]?.trim() ?? ''
  if (/^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.test(tag)) return languageIn(tag, languages) === undefined
  return isBeside && readHeader(header) === undefined && isLanguage(header)
}

/** What can be in a column whose header is only a language, with what it is called. */
const bareFields = { name: 'names', full_name: 'full names', definition: 'definitions' } as const

/**
 * Decides what columns have whose headers are only languages: what that of the glossary's own language has, otherwise
 * names.
 *
 * @param positions the field of each column of the glossary's own language
 */
export function resolveBare(
  { translated, bare, own, headers: _, ...found }: Found,
  positions: Positions,
  headers: readonly string[],
): Pick<Found, 'translated' | 'ignored' | 'guesses'> {
  const fields = Object.keys(bareFields) as (keyof typeof bareFields)[]
  const field = own === undefined ? 'name' : fields.find((each) => positions[each] === own)
  const columns = field ? bare.map((each) => ({ ...each, field })).filter((each) => !has(translated, each)) : []
  const titles = (list: readonly { index: number }[]) => list.map(({ index }) => headers[index] ?? '')
  const unread = bare.filter(({ index }) => !columns.some((each) => each.index === index))
  const what = field && `Read as the ${bareFields[field]} in their languages:`
  return {
    translated: [...translated, ...columns],
    ignored: [...found.ignored, ...titles(unread)],
    guesses: [...found.guesses, ...describeParts(titles(columns), what)],
  }
}

/** The cells without those of other languages. */
export const cellsWithout = (cells: Cells, hidden: ReadonlySet<number>): Cells => {
  if (hidden.size === 0) return cells
  return {
    *[Symbol.iterator]() {
      for (const row of cells) yield row.map((cell, index) => (hidden.has(index) ? undefined : cell))
    },
  }
}
