import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml'
import { joinNames } from '../glossary/alias-lists.ts'
import { maxFile } from '../schemas/import.ts'
import { isObject, type Table, tableOfObjects, tooManyRows, unreadable } from './table.ts'

/**
 * Reads a glossary of Contextive: `contexts`, each with its `terms`. The name of the context is the category.
 *
 * @throws Problem `validation_failed`
 */
export function readContextive(text: string): Table {
  const file = parseYaml(text)
  const contexts = isObject(file) ? file.contexts : undefined
  if (!Array.isArray(contexts)) throw unreadable('must have a list of contexts, as Contextive has.')
  const rows: unknown[] = []
  for (const context of contexts) {
    if (!isObject(context)) throw unreadable('has a context that is not an object.')
    if (Array.isArray(context.terms)) for (const term of context.terms) addRow(term, context)
  }
  return tableOfObjects(rows)

  function addRow(term: unknown, { name }: Record<string, unknown>) {
    if (rows.length === maxFile.rows) throw tooManyRows()
    rows.push(isObject(term) ? { ...term, aliases: toList(term.aliases), category: name } : term)
  }
}

/** Names as a cell of our CSV: aliases of other kinds, which Contextive does not have, stay as they are. */
const toList = (names: unknown) =>
  Array.isArray(names) && names.every((name) => typeof name === 'string') ? joinNames(names) : names

/** All scalars are text, as people wrote them. */
function parseYaml(text: string): unknown {
  try {
    return load(text, { schema: FAILSAFE_SCHEMA, maxAliases: 1000 })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    throw unreadable(`is not valid YAML: ${error.toString(true).split('\n')[0]?.slice(0, 300)}.`)
  }
}
