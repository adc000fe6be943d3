import type { RelationKind, Term } from '../schemas/term.ts'
import type { ShownTranslation } from '../schemas/translation.ts'

/** What a person has to do something about: the command says it and ends with status 2. */
export class Refusal extends Error {}

/** The token of a person that the service does not know, or not any more. */
export class TokenRefused extends Refusal {}

/** The glossary that is asked, with a URL that ends without a slash. */
export type Service = { url: string; token: string }

/** How long a service may be silent, and take for a whole answer. */
const patience = { firstMs: 3000, wholeMs: 30_000 }
/**
 * How long nobody asks again what has changed (contract, section 21). `isForced` asks in any case, and never takes the
 * copy instead.
 */
export type Freshness = { maxAgeMs?: number; isForced?: boolean }
const usualAgeMs = 5 * 60_000

/** A term as the export has it: other terms by their names, perhaps with their category or full name in brackets. */
export type CopiedTerm = Term & { [Kind in RelationKind]?: readonly string[] | string | null } & {
  /** in a glossary of several languages */
  translations?: readonly ShownTranslation[]
}

/**
 * The glossary. If the last question whether it has changed was in vain, `notice` says why, and `checked_at` is the
 * time of the last answer.
 */
export type Copy = { terms: CopiedTerm[]; checked_at: string; etag: string | null; notice?: string }

/** Where the copy of a service is kept. */
export type Store = {
  /** Returns the copy, and when the service was last asked; null if there is none that can be used. */
  read(): Promise<{ copy: Copy; askedAt: number } | null>
  /** Keeps a copy; of one that is the same as the earlier one, only that it was asked for now. */
  keep(copy: Copy, earlier: Copy | null): Promise<void>
  remove(): Promise<void>
}

/** @throws Refusal if a text cannot be a token: a header could not have it */
export function readToken(text: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]{1,500}$/.test(token)) return token
  throw new Refusal('A token is one line of letters, digits and signs.')
}

/**
 * Sends a request with the token, which no other origin gets.
 *
 * @throws Refusal if the token is not valid; Error if the service is away, silent, or leads elsewhere
 */
export async function send({ url, token }: Service, path: string, init: RequestInit = {}): Promise<Response> {
  const timeout = new AbortController()
  const whole = setTimeout(() => timeout.abort(), patience.wholeMs)
  if (typeof whole === 'object') whole.unref() // In a browser, it is a number.
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
      if (response.type === 'opaqueredirect') break // A browser does not say where it leads.
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

/**
 * Reads JSON of the service.
 *
 * @returns undefined if there is none at this path, any more
 * @throws Refusal if the service cannot be used
 */
export async function ask<Answer>(service: Service, path: string): Promise<Answer | undefined> {
  try {
    const response = await send(service, path)
    if (response.status === 404) return undefined
    if (response.status !== 200) throw new Error(`it answers with status ${response.status}`)
    return (await response.json()) as Answer
  } catch (error) {
    throw error instanceof Refusal ? error : unusable(service, error as Error)
  }
}

/**
 * Returns the glossary: the copy, if the service was asked a short time ago, otherwise as it is now. If the service
 * cannot be used, it is the copy, with a notice.
 *
 * @throws Refusal if there is no copy, or the token is not valid: then the copy is deleted
 */
export async function readGlossary(
  service: Service,
  store: Store,
  { maxAgeMs = usualAgeMs, isForced = false }: Freshness = {},
): Promise<Copy> {
  const { copy, askedAt } = (await store.read()) ?? { copy: null, askedAt: 0 }
  if (copy && !isForced && Math.abs(Date.now() - askedAt) < maxAgeMs) return copy
  try {
    const fresh = await download(service, copy)
    await store.keep(fresh, copy)
    return fresh
  } catch (error) {
    if (error instanceof TokenRefused) {
      await store.remove()
      throw error
    }
    const problem = unusable(service, error as Error)
    if (!copy || isForced) throw problem
    const checked_at = copy.notice ? copy.checked_at : new Date(askedAt).toISOString()
    const notice = `${problem.message} This is the glossary of ${new Date(checked_at).toLocaleString('sv')}.`
    const late = { ...copy, checked_at, notice }
    await store.keep(late, copy)
    return late
  }
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

/** @throws SyntaxError if a value is no list of terms */
export function toTerms(value: unknown): CopiedTerm[] {
  const isTerm = (term: CopiedTerm) =>
    [term?.id, term?.name, term?.definition].every((text) => typeof text === 'string') &&
    [term.aliases, term.links].every(Array.isArray)
  if (Array.isArray(value) && value.every(isTerm)) return value
  throw new SyntaxError('no terms')
}
