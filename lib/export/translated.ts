import { inChosenLanguage } from '../glossary/translated.ts'
import type { TranslationOf } from '../glossary/translations.ts'
import { JsonText } from '../json-text.ts'
import { sortByKind } from '../schemas/content.ts'
import { fold } from '../schemas/text.ts'
import type { ShownTranslation } from '../schemas/translation.ts'
import type { Batch, Batches, ExportedTerm } from './document.ts'

/** What a file says of a translation: no version, and not who wrote it. */
const toShown = ({ language, name, full_name, definition, is_outdated }: ShownTranslation): ShownTranslation => ({
  ...{ language, name, full_name, definition, is_outdated },
})

/**
 * Adds to terms as JSON what they say in other languages.
 *
 * @param ids those of the terms
 * @param chosen the language in which each has `translation`, or null; undefined for none
 */
export function addFields(
  terms: Batch,
  ids: readonly string[],
  found: readonly TranslationOf[],
  chosen: string | undefined,
): Batch {
  const byTerm = new Map<string, ShownTranslation[]>()
  for (const each of found) byTerm.set(each.term_id, [...(byTerm.get(each.term_id) ?? []), toShown(each)])
  return terms.map(({ text }, index) => {
    const translations = byTerm.get(ids[index] ?? '') ?? []
    const translation = translations.find(({ language }) => language === chosen) ?? null
    const fields = { translations, ...(chosen !== undefined && { translation }) }
    return new JsonText(`${text.slice(0, -1)},${JSON.stringify(fields).slice(1)}`)
  })
}

/**
 * Shows terms as they are in the language that was chosen: their own names become other names.
 *
 * @param own the language of the glossary
 */
export async function* inLanguage(batches: Batches, own: string): AsyncGenerator<Batch> {
  for await (const batch of batches)
    yield batch.map((json) => new JsonText(JSON.stringify(toShownTerm(json.parse(), own))))
}

function toShownTerm(term: ExportedTerm, own: string): ExportedTerm {
  if (!term.translation) return term
  const translation = { ...term.translation, original_language: own }
  const { name, full_name, definition, originalName } = inChosenLanguage({ ...term, translation })
  const others = term.aliases.filter((alias) => fold(alias.name) !== fold(name))
  const aliases =
    originalName === undefined ? term.aliases : [{ name: originalName, kind: 'alias' as const }, ...others]
  const original = originalName === undefined ? {} : { original_name: originalName }
  return { ...term, ...original, translation, name, full_name, definition, aliases: sortByKind(aliases) }
}

/** The other names of a term but for those in other languages. */
export function withoutTranslated({ aliases, translations = [] }: ExportedTerm): ExportedTerm['aliases'] {
  const names = new Set(translations.map(({ name }) => fold(name ?? '')))
  return aliases.filter(({ name, kind }) => kind !== 'alias' || !names.has(fold(name)))
}
