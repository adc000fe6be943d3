import { groupBy } from '../group-by.ts'
import { isEnglishWord, isOrdinaryWord } from '../lookup/english-words.ts'
import { createNameSet, type NameSet } from '../lookup/in-texts/name-set.ts'
import type { NameRow } from '../lookup/name-rows.ts'
import type { NameSource } from '../lookup/name-source.ts'
import { namesOf, toKey } from '../lookup/name-to-keys.ts'
import type { CopiedTerm } from './service.ts'

/** Returns what a term is called, as the service reads it from its database. */
const toRows = (term: CopiedTerm): NameRow[] =>
  namesOf(term).map(({ name, kind }) => ({
    ...{ name, kind, term_id: term.id, term_name: term.name, status: term.status },
    ...{ vote_count: term.vote_count, category: term.category, in_texts: term.in_texts },
    ...{ full_name: term.full_name, definition: term.definition.slice(0, 1000) },
    ...{ is_replaced: Boolean(term.replaced_by?.length), is_explained: term.definition !== '', is_followed: false },
  }))

/** Returns the names of a copy of the glossary. Nothing is built before it is needed. */
export function namesInCopy(terms: readonly CopiedTerm[]): NameSource {
  let rows: Map<string, NameRow[]> | undefined
  let known: NameSet | undefined
  const load = () => {
    rows ??= groupBy(terms.flatMap(toRows), ({ name }) => toKey(name))
    return rows
  }
  function loadNames() {
    if (known) return known
    known = createNameSet(isEnglishWord, isOrdinaryWord)
    for (const { name, kind } of [...load().values()].flat()) known.add(name, kind === 'full_name')
    return known
  }
  const read = async () => loadNames()
  return {
    names: { read, readIfLoaded: read },
    readRows: async (names) => [...new Set(names.map(toKey))].flatMap((key) => load().get(key) ?? []),
  }
}
