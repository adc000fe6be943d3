import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { Status, statuses } from '../schemas/term.ts'
import { findAbove, readPlain, repositoryOf, Unread } from './plain-file.ts'
import { Refusal, readToken, type Service } from './service.ts'

const SavedFile = v.fallback(v.object({ url: v.string(), token: v.string() }), { url: '', token: '' })

/** What a repository says in its `.glossary.json`. */
const RepositoryFile = v.strictObject({
  category: v.optional(v.string()),
  status: v.optional(Status),
  ignore: v.optional(v.array(v.string()), []), // globs of paths
})
/** `root` is the folder with this file. */
export type RepositorySettings = { root: string } & v.InferOutput<typeof RepositoryFile>

/** More than anybody writes into a `.glossary.json`. Globs that fill 64 KB take 3 s for a long path. */
const maxSettings = 16 * 1024

const savedFile = () => join(homedir(), '.config', 'glossary.json')

/**
 * Returns the service of the settings: GLOSSARY_URL and GLOSSARY_TOKEN, otherwise the file that `glossary login` has
 * written. Its token is only for its own origin.
 *
 * @param given the address, if it is not that of the settings
 * @throws Refusal if there is none
 */
export async function readService(given?: string): Promise<Service> {
  const { GLOSSARY_URL, GLOSSARY_TOKEN } = process.env
  const saved = v.parse(SavedFile, await readSaved())
  const url = readUrl(given || GLOSSARY_URL || saved.url)
  const isSaved = saved.url !== '' && new URL(readUrl(saved.url)).origin === new URL(url).origin
  const token = GLOSSARY_TOKEN || (isSaved && saved.token)
  if (token) return { url, token: readToken(token) }
  throw new Refusal(`There is no token for ${url}. Set GLOSSARY_TOKEN, or run: glossary login ${url}`)
}

/** Keeps a service in the file of the person. @returns the file */
export async function saveService(service: Service): Promise<string> {
  await writePrivate(savedFile(), `${JSON.stringify(service, null, 2)}\n`)
  return savedFile()
}

/** Writes a file that nobody else can read. Whoever reads it meanwhile has the earlier one. */
export async function writePrivate(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}

/** @throws Refusal if a text is no URL that a glossary can have */
export function readUrl(text: string): string {
  if (!text) throw new Refusal('Which glossary? Run: glossary login URL')
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Refusal('The URL of the glossary must be an http or https URL without a password.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/**
 * Reads the `.glossary.json` of a folder or the nearest one above it. It comes from a repository: it cannot name a
 * service.
 *
 * @throws Refusal if it says anything else than it may
 */
export async function readRepository(folder: string): Promise<RepositorySettings> {
  const root = await findAbove(folder, '.glossary.json')
  if (root === null) return { root: folder, ignore: [] }
  const file = join(root, '.glossary.json')
  const text = await readPlain(file, await repositoryOf(root), maxSettings).catch((error) => {
    throw new Refusal(`${file} ${error instanceof Unread ? error.message : `cannot be read: ${error.message}`}`)
  })
  const found = parse(text.toString(), file)
  const { success, output } = v.safeParse(RepositoryFile, found)
  if (success && !Array.isArray(found)) return { root, ...output }
  throw new Refusal(
    `${file} can have ${Object.keys(RepositoryFile.entries).join(', ')} and nothing else: the name of a category, one of ${statuses.join(', ')}, and a list of paths.`,
  )
}

/** Reads the file of the person, which may be a link to anything. */
async function readSaved(): Promise<unknown> {
  const text = await readFile(savedFile(), 'utf8').catch((error) => {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(error.code)) return null
    throw error
  })
  return text === null ? null : parse(text, savedFile())
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(`${file} is no JSON.`)
  }
}
