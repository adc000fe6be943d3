import { fitting, languageName } from '../languages.ts'
import type { CopiedTerm } from './service.ts'

/** What is shown of a term: its translation, if it has one in the language that was chosen, or its own texts. */
type Shown = Pick<CopiedTerm, 'name' | 'full_name' | 'definition'> & {
  /** the term's own name, where another one is shown */
  originalName?: string
  /** that it is a translation, and whether it is out of date */
  note?: string
}

/**
 * Chooses the translation of each term. A copy says no languages but those of its translations.
 *
 * @param wishes what asks for a language, best first: an option, or the settings of the computer, such as `de_DE.UTF-8`
 */
export function inLanguage(terms: CopiedTerm[], wishes: readonly (string | undefined)[]): CopiedTerm[] {
  const languages = [...new Set(terms.flatMap(({ translations = [] }) => translations.map(({ language }) => language)))]
  const asked = wishes.find(Boolean)
  const language = asked && fitting(languages, asked)
  if (!language) return terms
  return terms.map((term) => {
    const translation = term.translations?.find((each) => each.language === language)
    return translation ? { ...term, translation } : term
  })
}

/** Returns what is shown of a term, as `inChosenLanguage` of the service does. */
export function shownOf({ translation, name, full_name, definition }: CopiedTerm): Shown {
  if (!translation) return { name, full_name, definition }
  const outdated = translation.is_outdated ? ' The original text has changed since.' : ''
  const called = translation.name ?? name
  return {
    name: called,
    full_name: translation.full_name ?? full_name,
    definition: translation.definition,
    ...(called !== name && { originalName: name }),
    note: `${languageName(translation.language)} translation.${outdated}`,
  }
}
