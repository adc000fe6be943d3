import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** An invalid setting: the variable and what its value must be. Never contains the value. */
type InvalidSetting = { variable: string; message: string }

/** The settings are invalid. The message has one line per invalid setting. */
export class SettingsError extends Error {
  readonly invalid: readonly InvalidSetting[]

  constructor(invalid: readonly InvalidSetting[]) {
    super(invalid.map(({ variable, message }) => `${variable} ${message}`).join('\n'))
    this.invalid = invalid
  }
}

/** Variables by name, as in `process.env`. Empty means unset. */
export type Environment = Record<string, string | undefined>

type Read = <Value>(variable: string, fallback: Value, parse: (text: string) => Value) => Value

export type SettingReader = {
  /** Reads a variable. If the value is invalid, `parse` throws an error that says what it must be. */
  setting: Read
  /** Reads a variable as `setting` does, or from the file that `…_FILE` names, without one line end. */
  secret: Read
  /** what was wrong so far */
  invalid: InvalidSetting[]
  /** Returns the names of variables that are set and start with SERVICE_, but have not been read. */
  unread(): string[]
}

/** Creates a reader of settings. Errors are collected, not thrown. */
export function createSettingReader(env: Environment): SettingReader {
  const invalid: InvalidSetting[] = []
  const known = new Set<string>()
  function find(variable: string) {
    known.add(variable)
    return env[variable]?.trim()
  }
  function attempt<Value>(variable: string, fallback: Value, read: () => Value) {
    try {
      return read()
    } catch (error) {
      invalid.push({ variable, message: error instanceof Error ? error.message : String(error) })
      return fallback
    }
  }
  const setting: Read = (variable, fallback, parse) => {
    const text = find(variable)
    return text ? attempt(variable, fallback, () => parse(text)) : fallback
  }
  return {
    setting,
    secret(variable, fallback, parse) {
      const file = find(`${variable}_FILE`)
      if (!file) return setting(variable, fallback, parse)
      if (find(variable)) {
        invalid.push({ variable, message: `must not be set together with ${variable}_FILE` })
        return fallback
      }
      const text = attempt(`${variable}_FILE`, '', () => readSecret(file))
      return text ? attempt(variable, fallback, () => parse(text)) : fallback
    },
    invalid,
    unread: () => Object.keys(env).filter((name) => /^SERVICE_/.test(name) && env[name] && !known.has(name)),
  }
}

/** Returns the content of a file without the line end that editors add. */
function readSecret(file: string) {
  const text = readContent(file).replace(/\r?\n$/, '')
  if (text) return text
  throw new Error('must be the name of a file that is not empty')
}

function readContent(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`must be the name of a readable file (${code})`)
  }
}

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
  const text = readText(file, invalid).replace(/^\ufeff/, '')
  // Of a line without `=`, parseEnv makes a part of the next name in Node.js 20, and nothing in later versions.
  if (text.replace(envLine, '') === '') return parseEnv(text)
  throw invalid('must have nothing but lines NAME=value and comments')
}

/** A line of a .env file: blank, a comment or NAME=value. A value in quotes can have several lines. */
const envLine = /[ \t\r]*(?:#[^\n]*|(?:export[ \t]+)?[\w.-]+[ \t]*=(?:[ \t]*(["'`])[\s\S]*?\1)?[^\n]*)?(?:\n|$)/gy

function readText(file: string | URL, invalid: (message: string) => Error): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw invalid('must be a readable file')
  }
}
