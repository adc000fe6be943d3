import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A statement as it is sent: `:name` in the file has become `$n`. */
export type Statement = { text: string; params: readonly string[] }

const parameter = /(?<![:\w]):([a-z][a-z_]*)/g

/**
 * Reads one SQL file: comments go, every `:name` becomes a positional parameter, numbered by first use.
 */
export function parseStatement(source: string): Statement {
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

/** Reads every SQL file below `directory`, by its path without the ending: 'terms/read'. */
export function readStatements(directory: string): ReadonlyMap<string, Statement> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return new Map(
    files
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => [
        file.replaceAll('\\', '/').replace(/\.sql$/, ''),
        parseStatement(readFileSync(join(directory, file), 'utf8')),
      ]),
  )
}
