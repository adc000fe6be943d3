import { languageName } from '../languages.ts'
import type { Term } from '../schemas/term.ts'

type Said = Pick<Term, 'name' | 'full_name' | 'definition' | 'translation'>

/** What surfaces show of a term: its translation, if there is one in the language that was chosen, or its own texts. */
type Shown = Pick<Term, 'name' | 'full_name' | 'definition'> & {
  /** the language of the definition; undefined for the glossary's own */
  language?: string
  /** the language of the full name, likewise */
  fullNameLanguage?: string
  /** the term's own name, where another one is shown */
  originalName?: string
  /** that it is a translation, and whether it is out of date */
  note?: string
}

/**
 * Returns what surfaces show of a term. Where the translation has no name or full name, it is the term's own.
 */
export function inChosenLanguage({ translation, ...term }: Said): Shown {
  const { name, full_name, definition } = term
  if (!translation) return { name, full_name, definition }
  const { language, is_outdated, original_language: own = 'en' } = translation
  const called = translation.name ?? name
  return {
    name: called,
    full_name: translation.full_name ?? full_name,
    definition: translation.definition,
    language,
    ...(translation.full_name !== null && { fullNameLanguage: language }),
    ...(called !== name && { originalName: name }),
    note: `${languageName(language)} translation.${is_outdated ? ` The ${languageName(own)} text has changed since.` : ''}`,
  }
}
