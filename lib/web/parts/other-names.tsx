import { namesIn } from '../../glossary/alias-lists.ts'
import { inChosenLanguage } from '../../glossary/translated.ts'
import type { Alias } from '../../schemas/content.ts'
import type { Term } from '../../schemas/term.ts'

const and = new Intl.ListFormat('en')
const or = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * What else a term is called, but for its name in the reader's language, and what it should not be called. Misspellings
 * are never shown.
 */
export function OtherNames({ name, aliases, translation }: Pick<Term, 'name' | 'aliases' | 'translation'>) {
  const others = namesIn('aliases', aliases).filter((each) => each !== translation?.name)
  const discouraged = namesIn('discouraged', aliases).map((each) => `“${each}”`)
  return (
    <>
      {others.length > 0 && (
        <p class="other-names" dir="auto">
          Also called {and.format(others)}
        </p>
      )}
      {discouraged.length > 0 && (
        <p class="other-names" dir="auto">
          Say {name}, not {or.format(discouraged)}
        </p>
      )}
    </>
  )
}

const kindNotes: Record<Alias['kind'], string> = {
  alias: '',
  misspelling: ' (misspelling)',
  discouraged: ' (discouraged)',
}

/** The aliases of a term as a text, with what kind of name they are. */
export const aliasText = (aliases: readonly Alias[]): string =>
  aliases.map(({ name, kind }) => name + kindNotes[kind]).join('; ')

/** What the name of a term stands for, below it, in the reader's language. */
export function FullName(term: Pick<Term, 'name' | 'full_name' | 'definition' | 'translation'>) {
  const { full_name, fullNameLanguage } = inChosenLanguage(term)
  return (
    full_name && (
      <p class="full-name" dir="auto" lang={fullNameLanguage}>
        {full_name}
      </p>
    )
  )
}
