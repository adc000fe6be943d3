import { createHash } from 'node:crypto'
import { chmod, readFile, rm, stat, utimes } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Term } from '../schemas/term.ts'
import { Refusal, type Service, writePrivate } from './settings.ts'

/** How long a service may be silent, and take for a whole answer. */
const patience = { firstMs: 3000, wholeMs: 30_000 }
/** How long nobody asks again what has changed (contract, section 21). */
const maxAgeMs = 5 * 60_000

/** A term as the export has it: other terms by their names, perhaps with their category or full name in brackets. */
export type CopiedTerm = Term & {
  [Kind in 'broader' | 'differs_from' | 'replaced_by']?: readonly string[] | string | null
}

/**
 * The glossary. The time of its file is that of the last question whether it has changed; if that was in vain, `notice` says why, and
 * `checked_at` is that of the last answer.
 */
export type Copy = { terms: CopiedTerm[]; checked_at: string; etag: string | null; notice?: string }

class TokenRefused extends Refusal {}

/**
 * Sends a request with the token, which no other origin gets.
 *
 * @throws Refusal if the token is not valid; Error if the service is away, silent, or leads elsewhere
 */
export async function send({ url, token }: Service, path: string, init: RequestInit = {}): Promise<Response> {
  const timeout = new AbortController()
  setTimeout(() => timeout.abort(), patience.wholeMs).unref()
  const first = setTimeout(() => timeout.abort(), init.method ? patience.wholeMs : patience.firstMs)
  const headers = { ...init.headers, authorization: `Bearer ${token}` }
  const options = { ...init, headers, redirect: 'manual', signal: timeout.signal } as const
  try {
    let target = new URL(`${url}/api/v1/${path}`)
    for (let redirects = 0; redirects < 5; redirects++) {
      const response = await fetch(target, options)
      if (response.status === 401)
        throw new TokenRefused(
          `${url} does not accept the token. Create one at ${url}/tokens, and set GLOSSARY_TOKEN or run: glossary login ${url}`,
        )
      const location = response.status > 300 && response.headers.get('location')
      if (!location) return response
      const { origin } = target
      target = new URL(location, target)
      if (target.origin !== origin) throw new Error(`it leads to ${target.origin}, which does not get your token`)
      if (init.method) break
    }
    throw new Error('it leads to other addresses')
  } finally {
    clearTimeout(first)
  }
}

/** The file with the copy of a service, where the system keeps such files. */
export function copyFile({ url }: Service): string {
  const { env, platform } = process
  const folder =
    env.XDG_CACHE_HOME ||
    (platform === 'win32' && env.LOCALAPPDATA) ||
    join(homedir(), platform === 'darwin' ? 'Library/Caches' : '.cache')
  const name = createHash('sha256').update(url).digest('hex').slice(0, 16)
  return join(folder, 'glossary', `${name}.json`)
}

/**
 * Returns the glossary: the copy, if the service was asked less than five minutes ago, otherwise as it is now. If the service
 * cannot be used, it is the copy, with a notice.
 *
 * @param isForced asks the service in any case, and never returns the copy instead
 * @throws Refusal if there is no copy, or the token is not valid: then the copy is deleted
 */
export async function readGlossary(service: Service, isForced = false): Promise<Copy> {
  const file = copyFile(service)
  const copy = await readCopy(file)
  const { mtimeMs: askedAt = 0 } = (copy && (await stat(file))) ?? {}
  if (copy && !isForced && Math.abs(Date.now() - askedAt) < maxAgeMs) return copy
  try {
    const fresh = await download(service, copy)
    await keep(file, fresh, copy)
    return fresh
  } catch (error) {
    if (error instanceof TokenRefused) {
      await rm(file, { force: true })
      throw error
    }
    const problem = unusable(service, error as Error)
    if (!copy || isForced) throw problem
    const checked_at = copy.notice ? copy.checked_at : new Date(askedAt).toISOString()
    const notice = `${problem.message} This is the glossary of ${new Date(checked_at).toLocaleString('sv')}.`
    const late = { ...copy, checked_at, notice }
    await keep(file, late, copy)
    return late
  }
}

/** Keeps a copy; of one that is the same, only that it was asked for. The command works without it, too. */
async function keep(file: string, copy: Copy, earlier: Copy | null) {
  const isKept = copy.terms === earlier?.terms && copy.notice === earlier.notice
  const now = new Date()
  await (isKept ? utimes(file, now, now) : writePrivate(file, JSON.stringify(copy))).catch(() => {})
}

/** Says why a service cannot be used. */
export function unusable({ url }: Service, { name, message, cause }: Error): Refusal {
  const reason =
    { AbortError: 'it does not answer', SyntaxError: 'its answer is no glossary' }[name] ??
    ((cause instanceof Error && cause.message) || message)
  return new Refusal(`${url} cannot be used: ${reason}.`)
}

async function download(service: Service, copy: Copy | null): Promise<Copy> {
  const known: HeadersInit = copy?.etag ? { 'if-none-match': copy.etag } : {}
  const response = await send(service, 'export?format=json&status=all', { headers: known })
  const checked_at = new Date().toISOString()
  if (response.status === 304 && copy) return { etag: copy.etag, checked_at, terms: copy.terms }
  if (response.status !== 200) throw new Error(`it answers with status ${response.status}`)
  const terms = toTerms(JSON.parse(await response.text()))
  return { etag: response.headers.get('etag'), checked_at, terms }
}

function toTerms(value: unknown): CopiedTerm[] {
  const isTerm = (term: CopiedTerm) =>
    [term?.id, term?.name, term?.definition].every((text) => typeof text === 'string') &&
    [term.aliases, term.links].every(Array.isArray)
  if (Array.isArray(value) && value.every(isTerm)) return value
  throw new SyntaxError('no terms')
}

async function readCopy(file: string): Promise<Copy | null> {
  try {
    await chmod(file, 0o600).catch(() => {}) // It may come from a backup, or be on a disk that is only read.
    const copy = JSON.parse(await readFile(file, 'utf8'))
    return { ...copy, terms: toTerms(copy.terms) }
  } catch {
    return null
  }
}
