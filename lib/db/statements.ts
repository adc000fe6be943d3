import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A statement as it is sent: each `:name` of the file has become `$n`. */
type Statement = { text: string; params: readonly string[] }

/** The values of a statement's parameters, by name. `null` means absent; `undefined` is refused. */
export type Params = Record<string, Param>
type Param = string | number | boolean | null | Uint8Array | readonly (string | number)[] | object

const parameter = /(?<![:\w]):([a-z][a-z_]*)/g

/** Every statement in sql/, by its path without the extension: 'glossary/read-term'. sql/functions/ is part of the schema. */
export const statements: ReadonlyMap<string, Statement> = readStatements(
  fileURLToPath(new URL('../../sql', import.meta.url)),
)

function readStatements(directory: string) {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return new Map(
    files
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.sql') && !file.startsWith('functions/'))
      .sort()
      .map((file) => [file.replace(/\.sql$/, ''), parseStatement(readFileSync(join(directory, file), 'utf8'))]),
  )
}

/** Removes comments and replaces every `:name` by a positional parameter, numbered by first use. */
function parseStatement(source: string): Statement {
  const params: string[] = []
  const text = source
    .replace(/--.*$/gm, '')
    .replace(parameter, (_, name: string) => {
      if (!params.includes(name)) params.push(name)
      return `$${params.indexOf(name) + 1}`
    })
    .trim()
  return { text, params }
}

/**
 * Looks a statement up and puts its parameters in order.
 *
 * @throws Error if there is no such statement, or a parameter has no value
 */
export function bind(name: string, params: Params): { text: string; values: Param[] } {
  const statement = statements.get(name)
  if (!statement) throw new Error(`no such statement: sql/${name}.sql`)
  const values = statement.params.map((param) => {
    const value = params[param]
    if (value === undefined) throw new Error(`sql/${name}.sql: no value for :${param}`)
    return value
  })
  return { text: statement.text, values }
}
