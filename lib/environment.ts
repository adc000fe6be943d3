import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'dotenv'
import { type Environment, SettingsError } from './settings.ts'

/**
 * Puts a process's variables before those of a .env file, where there is one. Empty means unset: what is
 * empty in the process does not hide what stands in the file.
 *
 * @param file the .env file
 * @throws SettingsError if the file is there and cannot be read
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
    throw new SettingsError([
      { variable: String(file), message: 'must be a file that can be read' },
    ])
  }
}
