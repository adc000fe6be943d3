import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Environment, SettingsError } from './setting-reader.ts'

/**
 * Merges the variables of the process with those of a .env file, if there is one. The variables of the process
 * take precedence unless they are empty, which means unset.
 *
 * @throws SettingsError if the file exists but cannot be read, or has something else than settings
 */
export function readEnvironment(variables: Environment, file: string | URL): Environment {
  const isSet = ([, value]: [string, string | undefined]) => Boolean(value?.trim())
  return { ...readFile(file), ...Object.fromEntries(Object.entries(variables).filter(isSet)) }
}

function readFile(file: string | URL): Environment {
  if (!existsSync(file)) return {}
  const invalid = (message: string) => new SettingsError([{ variable: String(file), message }])
  const settings = parseEnv(readText(file, invalid).replace(/^\ufeff/, ''))
  // Of a line without `=`, parseEnv makes a part of the next name.
  if (Object.keys(settings).every((name) => /^[\w.-]+$/.test(name))) return settings
  throw invalid('must have nothing but lines NAME=value and comments')
}

function readText(file: string | URL, invalid: (message: string) => Error): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw invalid('must be a readable file')
  }
}
