import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'dotenv'
import { type Environment, SettingsError } from './setting-reader.ts'

/**
 * Merges the variables of the process with those of a .env file, if there is one. The variables of the process
 * take precedence unless they are empty, which means unset.
 *
 * @throws SettingsError if the file exists but cannot be read
 */
export function readEnvironment(variables: Environment, file: string | URL): Environment {
  const isSet = ([, value]: [string, string | undefined]) => Boolean(value?.trim())
  return { ...readFile(file), ...Object.fromEntries(Object.entries(variables).filter(isSet)) }
}

function readFile(file: string | URL): Environment {
  if (!existsSync(file)) return {}
  try {
    return parse(readFileSync(file))
  } catch {
    throw new SettingsError([{ variable: String(file), message: 'must be a readable file' }])
  }
}
