import type { Acronym } from './acronym-list.ts'
import type { FoundTerm } from './lookup-surfaces.ts'

export type NameIndex = ReturnType<typeof createNameIndex>

const fold = (name: string) => name.trim().toLowerCase()
/** Apostrophes count: `CA's` is not `CAS`. */
const loosen = (name: string) => fold(name).replace(/(?![+#'’])[\p{P}\p{S}\s]/gu, '')

/** What the names of a list stand for, and which of them look the same without case or punctuation. */
export function createNameIndex(acronyms: readonly Acronym[]) {
  const meanings = new Map<string, number>()
  const byForm = new Map<string, Set<string>>()
  const namesOf = new Map<string, Set<string>>()
  const spellings = new Map<string, Set<string>>()
  const add = (sets: Map<string, Set<string>>, key: string, value: string) =>
    sets.set(key, (sets.get(key) ?? new Set()).add(value))
  for (const { name, full_name } of acronyms) {
    meanings.set(fold(name), (meanings.get(fold(name)) ?? 0) + 1)
    add(spellings, fold(name), name)
    for (const each of [name, full_name]) {
      add(byForm, loosen(each), fold(each))
      add(namesOf, loosen(each), fold(name))
    }
  }
  const listed = new Set(acronyms.map(({ name }) => name))
  return {
    /** the names that differ from another one only in case */
    caseVariants: [...listed].filter((name) => (spellings.get(fold(name))?.size ?? 0) > 1),
    /** Whether the list has exactly this name. */
    isListed: (name: string) => listed.has(name),
    /** Whether all meanings of a name come first, as far as the answer has room for them. */
    startsWithMeanings(found: readonly FoundTerm[], name: string, limit: number) {
      const first = found.slice(0, Math.min(meanings.get(fold(name)) ?? 0, limit))
      const expected = Math.min(meanings.get(fold(name)) ?? 0, limit)
      return first.length === expected && first.every((term) => fold(term.name) === fold(name))
    },
    /** Whether a term has this name or full name, ignoring case and punctuation, or its name has this full name. */
    isCalled(term: FoundTerm | undefined, fullName: string) {
      if (!term) return false
      return (
        loosen(term.name) === loosen(fullName) ||
        loosen(term.full_name ?? '') === loosen(fullName) ||
        Boolean(namesOf.get(loosen(fullName))?.has(fold(term.name)))
      )
    },
    /**
     * Whether a text that is still being typed can become a name or the full name of a term, or is one in another form.
     */
    canBecome(typed: string, term: FoundTerm | undefined) {
      if (!term) return false
      return [term.name, term.full_name ?? ''].some(
        (each) => fold(each).startsWith(fold(typed)) || loosen(each).startsWith(loosen(typed)),
      )
    },
    /**
     * Whether what is written for a name is another name or full name: as it is, or without its punctuation unless
     * it contains the name it is for.
     */
    isOtherName(written: string, name: string) {
      const others = [...(byForm.get(loosen(written)) ?? [])].filter((other) => other !== fold(name))
      return others.includes(fold(written)) || (others.length > 0 && !fold(written).includes(fold(name)))
    },
  }
}
