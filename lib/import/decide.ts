import { hash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type AliasList, aliasLists, namesIn } from '../glossary/alias-lists.ts'
import { maxMeanings } from '../glossary/create.ts'
import type { Content } from '../glossary/texts.ts'
import type { Fault } from '../problem.ts'
import type { ImportOptions, Outcome } from '../schemas/import.ts'
import { type Alias, contentFields, maxAliases, type Status } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'
import type { RowValues } from './values.ts'

/** What an import can change about a term. */
type Texts = Content & { status: Status }
const fields = [...contentFields, 'status'] as const

/** A term as it is now. */
export type Known = Texts & { id: string; version: number }

/** What the glossary has for a row. */
export type Counterparts = {
  /** the term with the ID of the row, if IDs count */
  by_id: Known | null
  /** the term with the name, full name and category that the row leads to */
  by_meaning: Known | null
  /** name, full name and category in the form in which they are compared */
  name_key: string
  full_name_key: string
  category_key: string
  /** the form of the name in which its meanings are counted, and whether the term with the ID is among them */
  loose_key: string
  keeps_name: boolean
  /** how many meanings the name has */
  meanings: number
  /** whether the ID of the row is that of a term that was merged into another one */
  is_merged: boolean
  /** whether two names or aliases in the row are the same */
  repeats_name: boolean
}

/** `{field: {from, to}}`, as the history has it. */
export type Changes = Record<string, { from: unknown; to: unknown }>

/** A term as an import is to store it. */
export type TermToStore = Texts & { id: string; version: number; changes: Changes }

/** What happens to a row. */
export type Decision = {
  outcome: Outcome
  term_id: string | null
  errors: Fault[]
  /** for created and updated terms */
  change?: TermToStore
}

/**
 * Creates a function that decides about the rows of a file, in their order (contract, section 15).
 *
 * @returns a function of the number of a row, its values and what the glossary has for it
 */
export function createDecider({ match: matchBy }: Pick<ImportOptions, 'match'>) {
  const seen = new Map<string, { row: number; content: string }>()
  const added = new Map<string, number>()

  /** Compares a row with the earlier ones: the same row once more is skipped. */
  function compare(row: number, values: RowValues, keys: string[]): Decision | null {
    const content = hash('sha1', JSON.stringify(values), 'base64')
    const earlier = keys.map((key) => seen.get(key)).find(Boolean)
    if (earlier)
      return earlier.content === content
        ? { outcome: 'skipped', term_id: null, errors: [] }
        : failed('', `stands for the same term as row ${earlier.row}, but differs from it`)
    for (const key of keys) seen.set(key, { row, content })
    return null
  }

  /** Counts a meaning that a name gets. Returns whether the name can have it. */
  function addMeaning({ loose_key, meanings }: Counterparts) {
    const count = (added.get(loose_key) ?? 0) + 1
    added.set(loose_key, count)
    return meanings + count <= maxMeanings
  }

  return function decide(row: number, values: RowValues, match: Counterparts): Decision {
    const id = matchBy === 'id' ? values.id?.toLowerCase() : undefined
    const meaning = JSON.stringify([match.name_key, match.full_name_key, match.category_key])
    const { by_meaning } = match
    const term = id ? match.by_id : by_meaning
    const keys = [meaning, id, term?.id].filter((key) => key !== undefined)
    const repeated = compare(row, values, keys)
    if (repeated) return repeated
    if (match.repeats_name) return failed('aliases', 'must not contain a name twice, ignoring case')
    if (id && match.is_merged)
      return failed('id', 'is that of a term that was merged into another one')
    if (by_meaning && by_meaning.id !== (term?.id ?? id))
      return failed('name', 'is already that of another term with this full name and category')
    const texts = term ? edit(term, values) : create(values)
    if (texts.definition === undefined) return failed('definition', 'is required')
    if (texts.aliases.length > maxAliases)
      return failed('aliases', `must have at most ${maxAliases} entries`)
    const changes = difference(term, texts as Texts)
    if (term && Object.keys(changes).length === 0)
      return { outcome: 'unchanged', term_id: term.id, errors: [] }
    if (!(term && match.keeps_name) && !addMeaning(match))
      return failed('name', `has ${maxMeanings} meanings, and a name cannot have more`)
    return {
      outcome: term ? 'updated' : 'created',
      term_id: term?.id ?? id ?? null,
      errors: [],
      change: {
        ...(texts as Texts),
        id: term?.id ?? id ?? randomUUID(),
        version: term?.version ?? 0,
        changes,
      },
    }
  }
}

const failed = (path: string, message: string): Decision => ({
  outcome: 'failed',
  term_id: null,
  errors: [{ path, message }],
})

type Draft = Omit<Texts, 'definition'> & { definition: string | undefined }

/** A new term. If the file has no definition, the full name is one (contract, section 15). */
const create = (values: RowValues): Draft => ({
  name: values.name,
  full_name: values.full_name ?? null,
  definition: values.definition ?? values.full_name ?? undefined,
  category: values.category ?? null,
  aliases: mergeAliases([], values),
  status: values.status ?? 'pending',
})

/** A term after a row; a new name that was an alias is no longer one. */
function edit(term: Known, values: RowValues): Draft {
  const { full_name = term.full_name, category = term.category } = values
  const aliases = mergeAliases(term.aliases, values)
  return {
    name: values.name,
    full_name,
    category,
    definition: values.definition ?? term.definition,
    aliases: aliases.filter(({ name }) => fold(name) !== fold(values.name)),
    status: values.status ?? term.status,
  }
}

/** Replaces the aliases of the kinds that a row has. An alias of another kind keeps its kind. */
function mergeAliases(aliases: readonly Alias[], values: RowValues): Alias[] {
  const lists = Object.keys(aliasLists) as AliasList[]
  const kept = lists.flatMap((list) => (values[list] ? [] : namesIn(list, aliases))).map(fold)
  return lists.flatMap((list) => {
    const given = values[list]?.filter((name) => !kept.includes(fold(name)))
    return (given ?? namesIn(list, aliases)).map((name) => ({ name, kind: aliasLists[list] }))
  })
}

function difference(term: Known | null, texts: Texts): Changes {
  const changes: Changes = {}
  for (const field of fields) {
    const [from, to] = [term?.[field] ?? null, texts[field]]
    if (!isDeepStrictEqual(from, to) && !(term === null && isEmpty(to)))
      changes[field] = { from, to }
  }
  return changes
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
