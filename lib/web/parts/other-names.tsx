import { namesIn } from '../../glossary/alias-lists.ts'
import type { Alias } from '../../schemas/content.ts'
import type { Term } from '../../schemas/term.ts'

const and = new Intl.ListFormat('en')
const or = new Intl.ListFormat('en', { type: 'disjunction' })

/** What else a term is called, and what it should not be called. Misspellings are never shown. */
export function OtherNames({ name, aliases }: Pick<Term, 'name' | 'aliases'>) {
  const others = namesIn('aliases', aliases)
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

/** What the name of a term stands for, below it. */
export const FullName = ({ full_name }: Pick<Term, 'full_name'>) =>
  full_name && (
    <p class="full-name" dir="auto">
      {full_name}
    </p>
  )
