import { namesIn } from '../../glossary/alias-lists.ts'
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
