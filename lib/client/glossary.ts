import { isEnglishWord } from '../lookup/english-words.ts'
import type { MatchedName, Step } from '../lookup/find.ts'
import { findInReadable } from '../lookup/find-in-text.ts'
import { findNamed } from '../lookup/find-named.ts'
import { createNameSet, type NameSet } from '../lookup/name-set.ts'
import { type Format, toReadableText } from '../lookup/read-text.ts'
import type { FoundSpan } from '../lookup/spans.ts'
import type { Part } from '../lookup/tokens.ts'
import { findUnknown } from '../lookup/unknown.ts'
import { statuses } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'
import { createStatements, namesOf } from './names.ts'
import type { CopiedTerm } from './service.ts'
import type { RepositorySettings } from './settings.ts'

export type CopiedMeaning = CopiedTerm & { matched?: MatchedName }

/** What a name means, as `GET /api/v1/lookup` says it. `asked` is what was looked up. */
export type CopiedAnswer = { match: Step; asked: string; terms: CopiedMeaning[]; total: number; did_you_mean: string[] }

/** A copy of the glossary, in which names are found as the service finds them, by the same code. */
export type Glossary = {
  terms: readonly CopiedTerm[]
  termOf(id: string): CopiedTerm | undefined
  /** Returns what a text means that a person has typed. */
  lookUp(typed: string): Promise<CopiedAnswer>
  /** Finds the names in a text of any length, and if wanted what is written like an acronym and none of them. */
  explain(
    text: string,
    format: Format,
    options?: { loose?: boolean; withUnknown?: boolean },
  ): Promise<{ found: FoundSpan[]; unknown: Part[] }>
}

/** An explanation of the service has limits, because others wait. */
const effort = { forms: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY }
/** How many meanings of a name are marked, and how many a lookup returns. */
const maxMeanings = 50
const maxAnswered = 20
const maxSuggestions = 5

/** Creates the glossary that a repository wants: the terms of its lowest status or a higher one, those of its category first. */
export function createGlossary(
  all: readonly CopiedTerm[],
  { category, status = 'suggested' }: Partial<RepositorySettings> = {},
): Glossary {
  const lowest = statuses.indexOf(status)
  const terms = all.filter((term) => statuses.indexOf(term.status) >= lowest)
  const byId = new Map(terms.map((term) => [term.id, term]))
  const db = createStatements(terms)
  let loaded: NameSet | undefined
  function known() {
    if (loaded) return loaded
    loaded = createNameSet(isEnglishWord)
    for (const { name, kind } of terms.flatMap(namesOf)) loaded.add(name, kind === 'full_name')
    return loaded
  }
  return {
    terms,
    termOf: (id) => byId.get(id),
    async lookUp(typed) {
      const names = { read: async () => known() }
      const { named, ...found } = await findNamed({ db, names }, typed, { category }, maxAnswered)
      const meanings = named.flatMap(({ term_id, ...matched }) => {
        const term = byId.get(term_id)
        return term ? [{ ...term, ...matched }] : []
      })
      const did_you_mean = found.match === 'none' ? suggest(terms, found.asked) : []
      return { ...found, terms: meanings, did_you_mean }
    },
    async explain(text, format, { loose = false, withUnknown = false } = {}) {
      const readable = await toReadableText(text, format, known())
      const recasing = loose ? 'lower' : 'never'
      const options = { category, limit: maxMeanings }
      const args = [readable, effort, recasing, options] as const
      const { tokens, found } = await findInReadable({ db }, known(), ...args)
      return { found, unknown: withUnknown ? await findUnknown(readable, tokens, found) : [] }
    },
  }
}

/** What people may say for a term. */
export const goodNames = ({ name, aliases }: CopiedTerm): string[] => [
  name,
  ...aliases.flatMap((alias) => (alias.kind === 'alias' ? [alias.name] : [])),
]

/** Names and aliases that are spelled like a text, or begin with a short one; the most similar first. */
function suggest(terms: readonly CopiedTerm[], text: string): string[] {
  const asked = fold(text)
  const pairs = pairsOf(asked)
  const likenessOf = (name: string) =>
    asked.length < 5 ? Number(name.startsWith(asked)) / name.length : Math.max(0, shared(pairs, pairsOf(name)) - 0.5)
  const similar = terms
    .flatMap(goodNames)
    .map((name) => ({ name, likeness: likenessOf(fold(name)) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
  return [...new Set(similar.map(({ name }) => name))].slice(0, maxSuggestions)
}

const pairsOf = (text: string) =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)))

const shared = (some: Set<string>, others: Set<string>) =>
  (2 * [...some].filter((pair) => others.has(pair)).length) / (some.size + others.size || 1)
