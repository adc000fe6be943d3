import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { joinNames } from '../glossary/alias-lists.ts'
import { maxFile } from '../schemas/import.ts'
import { isObject, type Table, tableOfObjects, tooManyRows, unreadable } from './table.ts'

/** How long YAML may take to be parsed, and how much memory that may take. */
const maxParsing = { ms: 60_000, megabytes: 200 }

/**
 * Reads a glossary of Contextive: `contexts`, each with its `terms`. The name of the context is the category.
 *
 * @throws Problem `validation_failed`
 */
export async function readContextive(text: string): Promise<Table> {
  const file = await parseYaml(text)
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

type Parsed = { value: unknown } | { error: string }

async function parseYaml(text: string): Promise<unknown> {
  const worker = new Worker(new URL('yaml-worker.mjs', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: maxParsing.megabytes },
  })
  try {
    const [parsed]: [Parsed] = (await once(worker, 'message', {
      signal: AbortSignal.timeout(maxParsing.ms),
    })) as [Parsed]
    if ('value' in parsed) return parsed.value
    throw unreadable(`is not valid YAML: ${parsed.error}.`)
  } catch (error) {
    if (isLimit(error)) throw unreadable('is too complex to be parsed.', error)
    throw error
  } finally {
    await worker.terminate()
  }
}

const isLimit = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
