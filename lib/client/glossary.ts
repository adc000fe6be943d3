import type { NameSet } from '../lookup/in-texts/name-set.ts'
import { type Change, createCounts, findChanges, type Target } from '../lookup/in-texts/names-to-changes.ts'
import type { FoundSpan } from '../lookup/in-texts/spans-to-names.ts'
import { findInReadable } from '../lookup/in-texts/text-to-names.ts'
import { type Format, toReadableText } from '../lookup/in-texts/text-to-readable.ts'
import { type Part, splitWords } from '../lookup/in-texts/text-to-tokens.ts'
import { findUnknown } from '../lookup/in-texts/text-to-unknown.ts'
import type { MatchedName, NameRow } from '../lookup/name-rows.ts'
import { findNamed } from '../lookup/typed-to-meanings.ts'
import type { Step } from '../lookup/whole-to-meanings.ts'
import { isFunctionWord } from '../schemas/function-words.ts'
import type { FaultKind } from '../schemas/lookup.ts'
import { statuses } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'
import { namesInCopy } from './names.ts'
import type { Prose } from './prose.ts'
import { createReplacements } from './replacements.ts'
import type { CopiedTerm } from './service.ts'
import type { RepositorySettings } from './settings.ts'

export type CopiedMeaning = CopiedTerm & { matched?: MatchedName }

/** What a name means, as `GET /api/v1/lookup` says it. `asked` is what was looked up. */
export type CopiedAnswer = {
  match: Step
  asked: string
  terms: CopiedMeaning[]
  total: number
  did_you_mean: string[]
  /** whether the text names nothing, and the terms are those that a search finds */
  search?: true
}

/** A copy of the glossary, in which names are found as the service finds them, by the same code. */
export type Glossary = {
  terms: readonly CopiedTerm[]
  /** the category that the repository is about */
  category: string | undefined
  termOf(id: string): CopiedTerm | undefined
  /** Returns the term that replaces another one in the end; null if none does that counts. */
  replacementOf(term: CopiedTerm): Target | null
  /** Returns what a text means that a person has typed. */
  lookUp(typed: string): Promise<CopiedAnswer>
  /** The same glossary, in which the terms of another category come first. */
  ofCategory(category: string | undefined): Glossary
  /** Finds the names in a text of any length, and if wanted what is written like an acronym and none of them. */
  explain(
    text: string,
    format: Format,
    options?: { loose?: boolean; withUnknown?: boolean; withSuggested?: boolean },
  ): Promise<Explained>
  /** Finds what is wrong in a text, as the service does, and what is right. @param prose what is read of it */
  findChanges(text: string, prose: Prose, kinds: readonly FaultKind[]): Promise<Change[]>
}

/** What is in a text, what is left of it that people read, and all names. */
export type Explained = { found: FoundSpan[]; unknown: Part[]; readable: string; known: NameSet }

/** An explanation of the service has limits, because others wait. */
const effort = { forms: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY }
/** How many meanings of a name are marked, and how many a lookup returns. */
const maxMeanings = 50
const maxAnswered = 20
const maxSuggestions = 5
const maxSearched = 5

/**
 * Creates the glossary that a repository wants: the terms of its lowest status or a higher one, those of its category
 * first.
 */
export function createGlossary(
  all: readonly CopiedTerm[],
  { category, status = 'suggested' }: Partial<RepositorySettings> = {},
): Glossary {
  const lowest = statuses.indexOf(status)
  const terms = all.filter((term) => statuses.indexOf(term.status) >= lowest)
  const byId = new Map(terms.map((term) => [term.id, term]))
  const source = namesInCopy(terms)
  const endOf = createReplacements(all)
  const replacementOf = (term: CopiedTerm) => {
    const end = endOf(term)
    return end && byId.has(end.id) ? end : null
  }
  const ofCategory = (category: string | undefined): Glossary => ({
    terms,
    category,
    ofCategory,
    termOf: (id) => byId.get(id),
    replacementOf,
    async lookUp(typed) {
      const { named, ...found } = await findNamed(source, typed, { category }, maxAnswered)
      const meanings = named.flatMap(({ term_id, ...matched }) => {
        const term = byId.get(term_id)
        return term ? [{ ...term, ...matched }] : []
      })
      if (found.match !== 'none') return { ...found, terms: meanings, did_you_mean: [] }
      const did_you_mean = suggest(terms, found.asked)
      const items = search(terms, typed)
      if (items.length === 0) return { ...found, terms: meanings, did_you_mean }
      return { ...found, terms: items.slice(0, maxSearched), total: items.length, did_you_mean, search: true as const }
    },
    async explain(text, format, { loose = false, withUnknown = false, withSuggested = true } = {}) {
      const known = await source.names.read()
      const readable = await toReadableText(text, format, known)
      const recasing = loose ? 'lower' : 'never'
      const counts = ({ status }: NameRow) => withSuggested || status !== 'suggested'
      const options = { category, limit: maxMeanings, counts }
      const { tokens, found } = await findInReadable(source, known, readable, effort, recasing, options)
      return { found, readable, known, unknown: withUnknown ? await findUnknown(readable, tokens, found) : [] }
    },
    async findChanges(text, prose, kinds) {
      const { format } = prose
      const known = await source.names.read()
      const readable = await toReadableText(prose.text, format, known)
      async function replacementsOf(ids: readonly string[]) {
        const pairs = ids.map((id) => [id, replacementOf(byId.get(id) as CopiedTerm)] as const)
        return new Map(pairs.flatMap(([id, end]) => (end ? [[id, end]] : [])))
      }
      const counts = createCounts(category)
      return findChanges(source, known, text, readable, { format, kinds, counts, replacementsOf })
    },
  })
  return ofCategory(category)
}

/** What people may say for a term. */
export const goodNames = ({ name, aliases }: CopiedTerm): string[] => [
  name,
  ...aliases.flatMap((alias) => (alias.kind === 'alias' ? [alias.name] : [])),
]

/**
 * Searches for terms that have all words of a text that tell something, whole or as beginnings; those with the most in
 * their names first.
 */
function search(terms: readonly CopiedTerm[], text: string): CopiedTerm[] {
  const words = splitWords(fold(text)).filter((word) => !isFunctionWord(word))
  const countIn = (where: string) => {
    const own = splitWords(fold(where))
    return words.filter((word) => own.some((each) => each.startsWith(word))).length
  }
  const found = terms.map((term) => {
    const names = [...goodNames(term), term.full_name ?? ''].join(' ')
    return { term, named: countIn(names), all: countIn(`${names} ${term.definition}`) }
  })
  return found
    .filter(({ all }) => words.length > 0 && all === words.length)
    .sort((a, b) => b.named - a.named || statuses.indexOf(b.term.status) - statuses.indexOf(a.term.status))
    .map(({ term }) => term)
}

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
