import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Status, statuses } from '../schemas/term.ts'

/** What a person has to do something about: the command says it and ends with status 2. */
export class Refusal extends Error {}

/** The glossary that the command asks, with a URL that ends without a slash. */
export type Service = { url: string; token: string }

/** What a repository says in its `.glossary.json`; `root` is the folder with this file. */
export type RepositorySettings = {
  root: string
  category?: string
  status?: Status
  ignore: readonly string[]
}

const savedFile = () => join(homedir(), '.config', 'glossary.json')

/**
 * Returns the service of the settings: GLOSSARY_URL and GLOSSARY_TOKEN, otherwise the file that `glossary login` has written.
 * Its token is only for its own origin.
 *
 * @throws Refusal if there is none
 */
export async function readService(): Promise<Service> {
  const { env } = process
  const saved: { url?: unknown; token?: unknown } = await readJson(savedFile())
  const { url: savedUrl, token: savedToken } = saved
  const url = readUrl(env.GLOSSARY_URL || savedUrl)
  const isSaved =
    savedUrl !== undefined && new URL(readUrl(savedUrl)).origin === new URL(url).origin
  const token = env.GLOSSARY_TOKEN || (isSaved ? savedToken : undefined)
  if (typeof token === 'string' && token !== '') return { url, token: readToken(token) }
  throw new Refusal(`There is no token for ${url}. Run: glossary login ${url}`)
}

/** Keeps a service in the file of the person, which nobody else can read. @returns the file */
export async function saveService(service: Service): Promise<string> {
  const file = savedFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await chmod(file, 0o600).catch(() => {}) // of a file that was there
  await writeFile(file, `${JSON.stringify(service, null, 2)}\n`, { mode: 0o600 })
  return file
}

/** @throws Refusal if a text is no URL that a glossary can have */
export function readUrl(value: unknown): string {
  if (!value) throw new Refusal('Which glossary? Run: glossary login URL')
  const url = URL.canParse(String(value)) ? new URL(String(value)) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Refusal('The URL of the glossary must be an http or https URL without a password.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** @throws Refusal if a text cannot be a token: a header could not have it */
export function readToken(text: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]{1,500}$/.test(token)) return token
  throw new Refusal('A token is one line of letters, digits and signs.')
}

const keys = ['category', 'status', 'ignore']

/**
 * Reads the `.glossary.json` of a folder or the nearest one above it. It comes from a repository: it cannot name a service.
 *
 * @throws Refusal if it says anything else than it may
 */
export async function readRepository(folder: string): Promise<RepositorySettings> {
  const file = join(folder, '.glossary.json')
  const found: { [key: string]: unknown } = await readJson(file)
  const { category, status, ignore = [], ...others } = found
  if (found === none) {
    const above = resolve(folder, '..')
    return above === folder ? { root: folder, ignore: [] } : readRepository(above)
  }
  const isList = Array.isArray(ignore) && ignore.every((glob) => typeof glob === 'string')
  const isStatus = status === undefined || statuses.some((each) => each === status)
  const isCategory = category === undefined || typeof category === 'string'
  if (!isList || !isStatus || !isCategory || Object.keys(others).length > 0)
    throw new Refusal(
      `${file} can have ${keys.join(', ')} and nothing else: the name of a category, one of ${statuses.join(', ')}, and a list of paths.`,
    )
  return {
    root: folder,
    ignore,
    ...(category !== undefined && { category }),
    ...(status !== undefined && { status: status as Status }),
  }
}

const none = {}

/** The object in a file; `none` if there is no file. */
async function readJson(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(error.code)) return null
    throw error
  })
  if (text === null) return none
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {}
  throw new Refusal(`${file} is no JSON object.`)
}
