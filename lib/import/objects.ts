import { joinNames } from '../glossary/alias-lists.ts'
import { aliasListNames, maxAliases, maxNameLength } from '../schemas/content.ts'
import { relationKinds } from '../schemas/relations.ts'
import { describeParts, type GuessKey } from './guess.ts'
import { readHeader, readLongHeader } from './headers.ts'
import { joinParts, type Part } from './join-parts.ts'
import { isObject, type Table, tableOfObjects, unreadable } from './table.ts'
import { isListOfTranslations } from './translation-lists.ts'

/** How deep lists and objects can be nested in each other before they have terms. */
const maxDepth = 5

/** The header of texts that have none. It says less than "definition". */
export const textKey = 'what it means'

type Group = { title: string | null; isGroup: boolean; terms: unknown[] }

/** The group that a value is in, and how deep. */
type Place = Pick<Group, 'title' | 'isGroup'> & { depth: number }

/** What was found in the documents of a file so far. */
type Collected = {
  groups: Group[]
  /** the keys of what is not read */
  unread: Set<string>
}

/**
 * Reads what JSON or YAML has: lists of terms; objects of names and texts, or of names and terms; groups that have
 * these in them, as our list of terms has `items`; or the contexts of Contextive. Names of groups are categories.
 *
 * @param documents those of the file
 * @throws Problem `validation_failed`
 */
export function readObjects(documents: readonly unknown[], reversed: readonly GuessKey[]): Table {
  const found: Collected = { groups: [], unread: new Set() }
  const top = { title: null, isGroup: false, depth: 0 }
  if (documents.length > 0 && documents.every(isTerm)) collectList(documents, top, found)
  else for (const each of documents) collect(each, top, found)
  const parts: Part[] = []
  let before = 0
  for (const { terms, ...group } of found.groups) {
    parts.push({ ...group, table: tableOfObjects(terms, before) })
    before += terms.length
  }
  if (parts.length === 0) parts.push({ title: null, table: tableOfObjects([]) })
  const table = joinParts(parts, 'list', reversed)
  const { headers } = table
  const read = headers.map(readerOf)
  return {
    ...table,
    guesses: [...table.guesses, ...describeParts([...found.unread])],
    rows: {
      async *[Symbol.asyncIterator]() {
        for await (const { cells, ...row } of table.rows)
          yield { ...row, cells: cells.map((cell, index) => read[index]?.(cell)) }
      },
    },
  }
}

function collect(value: unknown, place: Place, found: Collected) {
  if (place.depth > maxDepth) throw unreadable('is nested too deeply.')
  if (Array.isArray(value)) collectList(value, place, found)
  else if (!isObject(value)) throw unreadable('must have a list of terms.')
  else if (Array.isArray(value.contexts)) collectContexts(value, value.contexts, found)
  else collectObject(value, place, found)
}

/** A list of terms, of pairs of a name and a text, or of groups. */
function collectList(list: readonly unknown[], { title, isGroup, depth }: Place, found: Collected) {
  if (list.length > 0 && list.every(isPair)) {
    const terms = list.flatMap((pair) => [...pairsOf(pair)])
    found.groups.push({ title, isGroup, terms })
    return
  }
  const types = new Set(list.map(typeOf))
  const isConcept = (term: unknown) => !types.has('Concept') || typeOf(term) === 'Concept'
  // One of the groups can be empty.
  const areGroups = list.some((each) => isObject(each) && ('terms' in each || 'nodes' in each))
  const terms: unknown[] = []
  for (const term of list) {
    const nested = isObject(term) ? listsIn(term) : []
    if (nested.length === 0 && areGroups) found.unread.add(isObject(term) ? String(term.name) : 'null')
    else if (nested.length === 0 && isConcept(term)) terms.push(term)
    else if (nested.length === 0) found.unread.add(typeOf(term) ?? 'null')
    if (!isObject(term) || nested.length === 0) continue
    const own = Object.entries(term).find(([key]) => readHeader(key)?.field === 'name')
    const name = typeof own?.[1] === 'string' ? own[1] : title
    for (const [key, each] of Object.entries(term))
      if (nested.includes(each)) collect(each, { title: name, isGroup: name !== null, depth: depth + 1 }, found)
      else if (key !== own?.[0]) found.unread.add(key)
  }
  if (terms.length > 0) found.groups.push({ title, isGroup, terms })
}

/** The type of a concept or of something else in an export of SKOS. */
function typeOf(value: unknown): string | undefined {
  const type = isObject(value) ? [value['@type'] ?? value.type].flat()[0] : undefined
  return typeof type === 'string' && type.length < 100 ? type.split(/[:/#]/).at(-1) : undefined
}

/** The lists of terms in a group of terms. Other lists belong to a term. */
const listsIn = (group: Record<string, unknown>): unknown[] =>
  Object.entries(group).flatMap(([key, value]) =>
    Array.isArray(value) && groupKeys.test(key) && isObject(value[0]) ? [value] : [],
  )
const groupKeys =
  /^(?:terms|nodes|entries|items|children|acronyms|abbreviations|glossary|concepts|words|definitions|vocabulary)$/i

function collectObject(object: Record<string, unknown>, place: Place, found: Collected) {
  const { title, isGroup, depth } = place
  const entries = Object.entries(object).filter(([key]) => !/^@(?!graph)/.test(key)) // of JSON-LD
  if (isTerm(object) && !entries.some(([, value]) => isNested(value))) {
    found.groups.push({ title, isGroup, terms: [object] })
    return
  }
  const nested = entries.filter(([, value]) => isNested(value))
  if (nested.length === 0) {
    const areTerms = entries.some(([, value]) => isObject(value))
    const others = new Set(entries.flatMap(([key, value]) => (isAside(key, value, areTerms) ? [key] : [])))
    for (const key of others) found.unread.add(key)
    const terms = [...pairsOf(Object.fromEntries(entries.filter(([key]) => !others.has(key))))]
    if (terms.length > 0) found.groups.push({ title, isGroup, terms })
    return
  }
  const read = chooseNested(nested)
  for (const [key, value] of entries)
    if (!read.includes(value)) found.unread.add(key)
    else collect(value, { title: read.length === 1 ? title : key, isGroup, depth: depth + 1 }, found)
}

/** The values of an object in which terms are: objects only if no other value says that it has terms. */
function chooseNested(nested: readonly [key: string, value: unknown][]): unknown[] {
  const some = nested.some(([key, value]) => saysTerms(key, value, 0))
  const others = nested.filter(([key]) => !aboutFile.test(key))
  return (some || others.length === 0 ? nested : others)
    .filter(([key, value]) => !some || Array.isArray(value) || saysTerms(key, value, 0))
    .map(([, value]) => value)
}

/** What an object is called that is about the file. */
const aboutFile = /^(?:meta(?:data)?|info|owners?|authors?|source|license|config|schema|contacts?)$/i

/** Whether a value beside names with texts, or with terms, says something about the file. */
const isAside = (key: string, value: unknown, areTerms: boolean) =>
  key.startsWith('$') || (areTerms && !isObject(value) && (typeof value !== 'string' || versions.test(key)))
const versions = /^(?:version|title|language|updated|created|generated)$/i

/** Whether a list has terms with our keys, or a value is called so that it has terms, or one in it. */
function saysTerms(key: string, value: unknown, depth: number): boolean {
  if (!isNested(value) || depth > maxDepth) return false
  if (groupKeys.test(key) || (Array.isArray(value) && value.some(isTerm))) return true
  return isObject(value) && Object.entries(value).some(([inner, each]) => saysTerms(inner, each, depth + 1))
}

/** Whether a value has terms in it: a list of objects, or an object that is no term. */
const isNested = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value) && !hasText(value)

/** Names with texts, with lists of meanings, or with terms. */
function* pairsOf(object: unknown): Generator<unknown> {
  if (!isObject(object)) return
  const keys = Object.values(object).flatMap((value) => (isObject(value) ? Object.keys(value) : []))
  const own = keys.find((key) => readHeader(key)?.field === 'definition') ?? textKey
  for (const [name, value] of Object.entries(object)) {
    if (isObject(value)) yield { name, ...value }
    else for (const text of [value].flat()) yield { name, [own]: text }
  }
}

/** Whether a value is an object of one name and its text, rather than a term without a text. */
function isPair(value: unknown): boolean {
  if (!isObject(value)) return false
  const [[key, text] = ['', null], ...others] = Object.entries(value)
  return others.length === 0 && typeof text === 'string' && readHeader(key) === undefined
}

const has = (object: Record<string, unknown>, fields: readonly string[]) =>
  Object.keys(object).some((key) => fields.includes(readHeader(key.replace(/^\w+:/, ''))?.field ?? ''))

/** Whether an object has texts about a term, rather than terms. */
const hasText = (object: Record<string, unknown>) =>
  has(object, ['definition', 'full_name', 'meaning']) ||
  '@value' in object ||
  ('value' in object && ('lang' in object || 'language' in object))

const isTerm = (value: unknown) => isObject(value) && hasText(value) && has(value, ['name'])

function collectContexts(file: object, contexts: readonly unknown[], found: Collected) {
  const terms: unknown[] = []
  for (const key of Object.keys(file)) if (key !== 'contexts') found.unread.add(key)
  for (const context of contexts) {
    if (!isObject(context)) throw unreadable('has a context that is not an object.')
    const { name: category, terms: own, ...others } = context
    for (const key of Object.keys(others)) found.unread.add(key)
    for (const term of Array.isArray(own) ? own : [])
      terms.push(isObject(term) ? { ...term, ...readAliases(term.aliases), category } : term)
  }
  found.groups.push({ title: null, isGroup: false, terms })
}

/**
 * Names as a cell of our CSV: aliases of other kinds, which Contextive does not have, stay as they are. Our export
 * writes the full name first, which can be longer than an alias, or one too many.
 */
function readAliases(names: unknown) {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return { aliases: names }
  const [first = '', ...others] = names
  const isFullName = first.length > maxNameLength || names.length === maxAliases + 1
  return isFullName ? { full_name: first, aliases: joinNames(others) } : { aliases: joinNames(names) }
}

const lists: readonly string[] = [...aliasListNames, ...relationKinds]

/** Reads the cells of a column: texts in a list or an object are one text, or names of a list. */
function readerOf(header: string): (cell: unknown) => unknown {
  const field = readLongHeader(header)?.field
  if (field && lists.includes(field)) return toNames
  if (field === 'links') return (cell) => cell
  if (header === 'translations') return (cell) => (isListOfTranslations(cell) ? cell : toText(cell, '\n'))
  if (field === 'category') return (cell) => toText(cell, ', ')
  return (cell) => toText(cell, field === 'name' || field === 'full_name' ? ', ' : '\n')
}

function toText(cell: unknown, separator: string): unknown {
  if (typeof cell !== 'object' || cell === null) return cell
  const texts = textsIn(cell, 0)
  return texts ? texts.join(separator) : cell
}

function toNames(cell: unknown): unknown {
  const isOurs = !isObject(cell) && !(Array.isArray(cell) && cell.some(isLabel))
  return isOurs ? cell : (textsIn(cell, 0) ?? cell)
}

/** A text with its language, as JSON-LD and exports made of it have it. */
const isLabel = (value: unknown) => isObject(value) && ('@value' in value || ('value' in value && !('name' in value)))

/** All texts in a value; undefined if there is something else in it. */
function textsIn(value: unknown, depth: number): string[] | undefined {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (typeof value !== 'object' || value === null || depth > maxDepth) return undefined
  const inner = isObject(value) && isLabel(value) ? [value['@value'] ?? value.value] : Object.values(value)
  const texts: string[] = []
  for (const each of inner) {
    const own = textsIn(each, depth + 1)
    if (!own) return undefined
    texts.push(...own)
  }
  return texts
}
