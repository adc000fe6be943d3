import { hash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { namesIn } from '../glossary/alias-lists.ts'
import { maxMeanings } from '../glossary/create.ts'
import { blankContent, type Changes, type Content, changesBetween, toContent } from '../glossary/texts.ts'
import type { Fault } from '../problem.ts'
import {
  type Alias,
  aliasListNames,
  aliasLists,
  content,
  contentFields,
  maxAliases,
  type PlainField,
  plainFields,
} from '../schemas/content.ts'
import type { FileFormat, ImportOptions, Outcome } from '../schemas/import.ts'
import type { Status } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'
import { describeArtefact } from './artefacts.ts'
import type { RowEdits } from './edits.ts'
import { findUnfitName, type TranslationToStore, withTranslatedNames } from './translation-cells.ts'
import type { RowValues } from './values.ts'

/** What an import can change about a term. */
type RowTexts = Content & { status: Status }
const fields = [...contentFields, 'status'] as const

/** A term as it is now. */
export type KnownTerm = RowTexts & {
  id: string
  version: number
  is_protected: boolean
  /** the open proposal of whoever proposes what a file changes about protected terms */
  proposal: { id: string; changes: Changes } | null
}

/** What the glossary has for a row. */
export type Counterparts = {
  /** the term with the ID of the row, if IDs count */
  by_id: KnownTerm | null
  /** the ID of the term with the name, full name and category that the row leads to */
  by_meaning: string | null
  /** the one term that fits the fields of the row */
  fitting: KnownTerm | null
  /** some of the terms that fit equally, in words */
  several: string[]
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

/** A term as an import is to store it. */
export type TermToStore = RowTexts & { id: string; version: number; changes: Changes }

/** A change that an import proposes. */
export type ProposedChange = { id: string; version: number; changes: Changes }

/** What happens to a row. */
export type RowDecision = {
  outcome: Outcome
  term_id: string | null
  errors: Fault[]
  /** whether the term stays as it is because only new ones are added */
  isKept?: true
  /** for created and updated terms */
  change?: TermToStore
  /** for proposed changes */
  proposal?: ProposedChange
  /** whether the row would change a protected term, of which a person decides whether it does */
  isProtected?: boolean
  /** whether the term stays as it is because it is protected; then what cannot be proposed is left out */
  isSpared?: boolean
  /** whether that is so for the status */
  isStatusSpared?: boolean
  /** whether that is so for a translation */
  isTranslationSpared?: boolean
  /** whether a name in another language has no definition, so that it is only another name of the term */
  isNameAlone?: boolean
  /** what changes in other languages, to be stored and to be shown */
  translations?: TranslationToStore[]
  translated?: Changes
}

/**
 * Creates a function that decides about the rows of a file, in their order (contract, section 15).
 *
 * @param file `isExact`: no spreadsheet can have changed its texts; `keepsTerms`: only new terms are added;
 *   `protection`: what becomes of changes of protected terms
 * @returns a function of the number of a row, its values and what the glossary has for it
 */
export function createDecider({
  match: matchBy,
  format,
  isExact,
  keepsTerms,
  protection,
}: Pick<ImportOptions, 'match'> &
  Pick<RowEdits, 'keepsTerms'> & { format: FileFormat; isExact: boolean; protection: Protection }) {
  const seen = new Map<string, { row: number; content: string }>()
  const added = new Map<string, number>()

  /** Compares a row with the earlier ones: the same row once more is skipped. */
  function compare(row: number, values: RowValues, keys: string[]): RowDecision | null {
    const content = hash('sha1', JSON.stringify(values), 'base64')
    const earlier = keys.map((key) => seen.get(key)).find(Boolean)
    if (earlier)
      return earlier.content === content
        ? { outcome: 'skipped', term_id: null, errors: [] }
        : failed('', `is the same term as row ${earlier.row}, with a different text`)
    for (const key of keys) seen.set(key, { row, content })
    return null
  }

  /** Counts a meaning that a name gets. Returns whether the name can have it. */
  function addMeaning({ loose_key, meanings }: Counterparts) {
    const count = (added.get(loose_key) ?? 0) + 1
    added.set(loose_key, count)
    return meanings + count <= maxMeanings
  }

  return function decide(row: number, values: RowValues, match: Counterparts): RowDecision {
    const id = matchBy === 'id' ? values.id?.toLowerCase() : undefined
    const meaning = JSON.stringify([match.name_key, match.full_name_key, match.category_key])
    const term = id ? match.by_id : match.fitting
    const keys = id || !term ? [meaning, id, term?.id] : [term.id]
    const repeated = compare(
      row,
      values,
      keys.filter((key) => key !== undefined),
    )
    if (repeated) return repeated
    if (term && keepsTerms) return { outcome: 'unchanged', term_id: term.id, errors: [], isKept: true }
    if (match.repeats_name) return failed('aliases', 'must not contain a name twice, ignoring case')
    if (id && match.is_merged) return failed('id', 'is that of a term that was merged into another one')
    if (!id && match.several.length > 0) return failed('name', fitsSeveral(match.several))
    if (match.by_meaning && match.by_meaning !== (term?.id ?? id))
      return failed('name', 'is already that of another term with this full name and category')
    const texts = term ? edit(term, values, format) : create(values)
    if (texts.definition === undefined) return failed('definition', 'is required')
    if (texts.aliases.length > maxAliases) return failed('aliases', `must have at most ${maxAliases} entries`)
    const unfit = findUnfitName(texts.aliases, values)
    if (unfit) return failed(unfit.path, unfit.message)
    const changes = difference(term, texts as RowTexts)
    const artefact = isExact ? undefined : findArtefact(changes, term)
    if (artefact) return { outcome: 'failed', term_id: null, errors: [artefact] }
    const isProtected = protection.isOn && term?.is_protected
    const isSpared = isProtected && !protection.replaces(term.id)
    if (term && Object.keys(changes).length === 0)
      return { outcome: 'unchanged', term_id: term.id, errors: [], ...(isSpared && { isSpared }) }
    if (term && isSpared) return proposeChange(term, changes)
    if (!(term && match.keeps_name) && !addMeaning(match))
      return failed('name', `has ${maxMeanings} meanings, and a name cannot have more`)
    return {
      outcome: term ? 'updated' : 'created',
      term_id: term?.id ?? id ?? null,
      errors: [],
      change: { ...(texts as RowTexts), id: term?.id ?? id ?? randomUUID(), version: term?.version ?? 0, changes },
      ...(isProtected && { isProtected }),
    }
  }
}

/** Whether changes of protected terms are only proposed, but of which. */
export type Protection = { isOn: boolean; replaces(id: string): boolean }

/** Decides about a protected term: its status cannot be proposed, and a person has one open proposal for a term. */
function proposeChange({ id, version, proposal }: KnownTerm, { status, ...changes }: Changes): RowDecision {
  const isStatusSpared = status !== undefined
  const decided = { term_id: id, errors: [], isSpared: true, isStatusSpared }
  const isProposed = proposal && isDeepStrictEqual(toValues(changes), toValues(proposal.changes))
  if (Object.keys(changes).length === 0 || isProposed) return { ...decided, outcome: 'unchanged' }
  const wanted = { ...decided, isProtected: true, proposal: { id, version, changes } }
  if (!proposal) return { ...wanted, outcome: 'proposed' }
  const message = `is that of a term for which you have another open proposal: /proposals/${proposal.id}`
  return { ...wanted, outcome: 'failed', errors: [{ path: 'name', message }] }
}

const toValues = (changes: Changes) => Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]))

const failed = (path: string, message: string): RowDecision => ({
  outcome: 'failed',
  term_id: null,
  errors: [{ path, message }],
})

const fitsSeveral = (terms: readonly string[]) =>
  `stands for several terms: ${terms.join('; ')}. Add a column for the full name or the category`

/** The first text that a row brings into the glossary although nobody wrote it as one. */
function findArtefact(changes: Changes, term: KnownTerm | null): Fault | undefined {
  for (const [path, { to }] of Object.entries(changes)) {
    if (path === 'links') continue
    const texts = Array.isArray(to) ? (to as Alias[]).map(({ name }) => name) : [String(to)]
    const reason = texts.map((text) => describeArtefact(text, path)).find(Boolean)
    const renames = path === 'name' && term ? `. The row renames ${term.name}` : ''
    if (reason) return { path, message: reason + renames }
  }
  return undefined
}

type Draft = Omit<RowTexts, 'definition'> & { definition: string | undefined }

/** The texts that a row has. */
const textsIn = (values: RowValues) =>
  Object.fromEntries(
    plainFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])),
  ) as Pick<RowValues, PlainField>

/** What a row says of a new term. If the file has no definition, the full name is one (contract, section 15). */
export const create = (values: RowValues): Draft => ({
  ...blankContent,
  ...textsIn(values),
  definition: values.definition ?? values.full_name ?? undefined,
  aliases: mergeAliases([], values),
  links: values.links ?? blankContent.links,
  status: values.status ?? 'pending',
})

/**
 * A term after a row. A format without full names has them as aliases, and a Contextive file has one spelling of a
 * category for all its terms.
 */
export function edit(term: KnownTerm, values: RowValues, format: FileFormat): Draft {
  const isSameCategory = fold(values.category ?? '') === fold(term.category ?? '')
  const known = term.aliases.map(({ name }) => fold(name))
  const hidden = values.full_name === undefined ? fold(term.full_name ?? '') : ''
  const aliases = mergeAliases(term.aliases, values).filter(
    ({ name }) => fold(name) !== hidden || known.includes(hidden),
  )
  return {
    ...toContent(term),
    ...textsIn(values),
    ...(format === 'yaml' && isSameCategory && { category: term.category }),
    aliases,
    links: values.links ?? term.links,
    status: values.status ?? term.status,
  }
}

/**
 * Replaces the aliases of the kinds that a row has. An alias of another kind keeps its kind, and the name of the term
 * is none.
 */
function mergeAliases(aliases: readonly Alias[], values: RowValues): Alias[] {
  const kept = aliasListNames.flatMap((list) => (values[list] ? [] : namesIn(list, aliases))).map(fold)
  const merged = aliasListNames.flatMap((list) => {
    const { kind } = aliasLists[list]
    const given = values[list]?.filter((name) => !kept.includes(fold(name)))
    return (given ?? namesIn(list, aliases)).map((name) => ({ name, kind }))
  })
  const others = merged.filter(({ name }) => fold(name) !== fold(values.name))
  return withTranslatedNames(others, values)
}

/** What a row changes. A new term has no changes of what is empty. */
const difference = (term: KnownTerm | null, texts: RowTexts): Changes =>
  term
    ? changesBetween(fields, term, texts)
    : changesBetween(
        fields.filter((field) => field === 'status' || !isDeepStrictEqual(texts[field], content[field].blank)),
        {},
        texts,
      )
