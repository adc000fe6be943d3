import { joinNames } from '../glossary/alias-lists.ts'
import { maxAliases, maxNameLength } from '../schemas/content.ts'
import { maxFile } from '../schemas/import.ts'
import { isObject, type Table, tableOfObjects, tooManyRows, unreadable } from './table.ts'

/** How deep lists and objects can be nested in each other before they have terms. */
const maxDepth = 5

/**
 * Reads what JSON or YAML has: a list of terms; an object of names and texts, or of names and terms; an object that has
 * one of these in it, as our list of terms has `items`; or the contexts of Contextive, whose names are categories.
 *
 * @throws Problem `validation_failed`
 */
export function readObjects(value: unknown): Table {
  const terms: unknown[] = []
  for (const term of termsIn(value, 0)) {
    if (terms.push(term) > maxFile.rows) throw tooManyRows()
  }
  return tableOfObjects(terms)
}

/** The header of texts that have none. It says less than "definition". */
export const textKey = 'what it means'

function* termsIn(value: unknown, depth: number): Generator<unknown> {
  if (depth > maxDepth) throw unreadable('is nested too deeply.')
  if (Array.isArray(value)) yield* value
  else if (!isObject(value)) throw unreadable('must have a list of terms.')
  else if (Array.isArray(value.contexts)) yield* termsOfContexts(value.contexts)
  else yield* termsOfObject(value, depth)
}

function* termsOfObject(object: Record<string, unknown>, depth: number): Generator<unknown> {
  const values = Object.values(object)
  const list = values.find((value) => Array.isArray(value) && value.every(isObject))
  if (list) return yield* termsIn(list, depth + 1)
  const nested = values.filter(isObject)
  if (nested.length === 1 && !isTerm(nested[0])) return yield* termsIn(nested[0], depth + 1)
  for (const [name, value] of Object.entries(object)) {
    if (isObject(value)) yield { name, ...value }
    else for (const text of [value].flat()) yield { name, [textKey]: text }
  }
}

/** Whether an object has texts about a term, rather than terms. */
const isTerm = (value: unknown) =>
  isObject(value) &&
  ['definition', 'description', 'full_name', 'meaning'].some((key) => key in value)

function* termsOfContexts(contexts: readonly unknown[]): Generator<unknown> {
  for (const context of contexts) {
    if (!isObject(context)) throw unreadable('has a context that is not an object.')
    const { name: category, terms } = context
    for (const term of Array.isArray(terms) ? terms : [])
      yield isObject(term) ? { ...term, ...readAliases(term.aliases), category } : term
  }
}

/**
 * Names as a cell of our CSV: aliases of other kinds, which Contextive does not have, stay as they are. Our export writes
 * the full name first, which can be longer than an alias, or one too many.
 */
function readAliases(names: unknown) {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    return { aliases: names }
  const [first = '', ...others] = names
  const isFullName = first.length > maxNameLength || names.length === maxAliases + 1
  return isFullName
    ? { full_name: first, aliases: joinNames(others) }
    : { aliases: joinNames(names) }
}
