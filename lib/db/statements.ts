import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A statement as it is sent: each `:name` of the file has become `$n`. `isRead`: it changes nothing. */
type Statement = { text: string; params: readonly string[]; isRead: boolean }

/** The values of a statement's parameters, by name. `null` means absent; `undefined` is refused. */
export type Params = Record<string, Param>
type Param = string | number | boolean | null | Uint8Array | readonly (string | number)[] | object

/** What changes something or locks rows. */
const writing = /\b(?:insert\s+into|update|delete\s+from|for\s+(?:key\s+)?share|pg_\w+_emit_message|pg_notify)\b/i
/** The beginning of a function in sql/functions/, up to its body. */
const head = /create or replace function (\w+)\([^;]*?(?:\$\$|;)/gi

const withoutComments = (source: string) => source.replace(/--.*$/gm, '')

const parameter = /(?<![:\w]):([a-z][a-z_]*)/g

/**
 * Every statement in sql/, by its path without the extension: 'glossary/read-term'. sql/functions/ is part of the
 * schema.
 */
export const statements: ReadonlyMap<string, Statement> = readStatements(
  fileURLToPath(new URL('../../sql', import.meta.url)),
)

function readStatements(directory: string) {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  const read = (path: string) => readFileSync(join(directory, path), 'utf8')
  const [functions, files] = [true, false].map((isFunction) =>
    paths.filter((path) => path.endsWith('.sql') && path.startsWith('functions/') === isFunction).sort(),
  ) as [string[], string[]]
  const changing = findVolatile(functions.map(read))
  return new Map(files.map((path) => [path.replace(/\.sql$/, ''), parseStatement(read(path), changing)]))
}

/**
 * Returns a pattern that finds a call of one of our functions that may change something: PostgreSQL lets none do so
 * that is declared to be stable or immutable.
 */
function findVolatile(functions: readonly string[]) {
  const heads = functions.flatMap((text) => [...withoutComments(text).matchAll(head)])
  const names = heads.flatMap(([text, name]) => (/\b(?:stable|immutable)\b/i.test(text) ? [] : (name ?? [])))
  return new RegExp(`\\b(?:${names.join('|')})\\(`)
}

/** Removes comments and replaces every `:name` by a positional parameter, numbered by first use. */
function parseStatement(source: string, changing: RegExp): Statement {
  const params: string[] = []
  const text = withoutComments(source)
    .replace(parameter, (_, name: string) => {
      if (!params.includes(name)) params.push(name)
      return `$${params.indexOf(name) + 1}`
    })
    .trim()
  const isRead = /^(?:select|with)\b/i.test(text) && !writing.test(text) && !changing.test(text)
  return { text, params, isRead }
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

/** Whether a statement changes nothing. */
export const isRead = (name: string): boolean => statements.get(name)?.isRead ?? false
