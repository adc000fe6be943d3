import * as v from 'valibot'
import type { Fault } from '../problem.ts'
import { type Alias, definition, fullName, name, sortByKind } from '../schemas/content.ts'
import { fold } from '../schemas/text.ts'
import { translatedHeader } from './header-languages.ts'
import type { TranslatedColumn } from './translated-columns.ts'

/** What a row says of its term in another language: null is an empty cell, and what is absent changes nothing. */
export type RowTranslation = {
  language: string
  name?: string | null
  full_name?: string | null
  /** null removes the translation */
  definition?: string | null
  outdated?: boolean
}

/** A translation as an import is to store it; without a definition it is removed. */
export type TranslationToStore = {
  id: string
  language: string
  name: string | null
  full_name: string | null
  definition: string | null
  /** whether it is not known what it translates */
  is_outdated: boolean
}

const flag = v.pipe(
  v.union([v.boolean(), v.string()], 'must be true or empty'),
  v.transform((cell) => String(cell).toLowerCase()),
  v.picklist(['true', 'false', ''], 'must be true or empty'),
  v.transform((text) => text === 'true'),
)

const schemas = { name, full_name: fullName, definition, outdated: flag }

/** Reads what a row says in other languages. */
export function readTranslations(
  cells: readonly unknown[],
  columns: readonly TranslatedColumn[],
): { translations: RowTranslation[]; errors: Fault[] } {
  const found = new Map<string, RowTranslation>()
  const errors: Fault[] = []
  for (const { index, language, field } of columns) {
    const cell = typeof cells[index] === 'string' ? cells[index].trim() : cells[index]
    if (cell === undefined) continue
    const isBlank = field !== 'outdated' && (cell === '' || cell === null)
    const result = isBlank ? undefined : v.safeParse(schemas[field], cell ?? '', { abortPipeEarly: true })
    const value = result?.success ? result.output : null
    const earlier: RowTranslation = found.get(language) ?? { language }
    const known = earlier[field] ?? null
    // A column and a row of its own can say the same of a language.
    if (known !== null && value !== null && known !== value)
      errors.push({ path: translatedHeader(field, language), message: 'is said twice, with different texts' })
    found.set(language, { ...earlier, [field]: value ?? known })
    for (const { message } of result?.issues ?? []) errors.push({ path: translatedHeader(field, language), message })
  }
  return { translations: [...found.values()], errors }
}

type Named = { name: string; translations?: readonly RowTranslation[] }

/** Adds the names in other languages to the other names of a term. */
export function withTranslatedNames(aliases: Alias[], { name: own, translations = [] }: Named): Alias[] {
  const known = new Set([own, ...aliases.map((alias) => alias.name)].map(fold))
  const added = translations.flatMap(({ name: each }): Alias[] => {
    if (!each || known.has(fold(each))) return []
    known.add(fold(each))
    return [{ name: each, kind: 'alias' }]
  })
  return added.length === 0 ? aliases : sortByKind([...aliases, ...added])
}

/** What is wrong with a name in another language: its term says not to use it. */
export function findUnfitName(aliases: readonly Alias[], { translations = [] }: Named): Fault | undefined {
  for (const { language, name: each } of translations) {
    const known = aliases.find((alias) => alias.kind !== 'alias' && each && fold(alias.name) === fold(each))
    const kind = known?.kind === 'discouraged' ? 'discouraged name' : 'misspelling'
    if (known) return { path: translatedHeader('name', language), message: `must be no ${kind}` }
  }
  return undefined
}
