import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Negotiator from 'negotiator'

const accepted = (request: Request, name: string) => request.headers.get(name) ?? undefined

/** Whether the client prefers HTML to JSON (RFC 9110, section 12.5.1); false if it accepts both equally. */
export const prefersHtml = (request: Request): boolean =>
  preferredType(request, ['application/json', 'text/html']) === 'text/html'

/** Whether the client prefers JSON to HTML (RFC 9110, section 12.5.1); false if it accepts both equally. */
export const prefersJson = (request: Request): boolean =>
  preferredType(request, ['text/html', 'application/json']) === 'application/json'

function preferredType(request: Request, types: string[]) {
  const headers = { accept: accepted(request, 'accept') }
  return new Negotiator({ headers }).mediaType(types)
}

/** Whether a client accepts any of some media types; it does if it does not say what it accepts. */
export const acceptsAny = (headers: Headers, types: string[]): boolean =>
  new Negotiator({ headers: { accept: headers.get('accept') || undefined } }).mediaTypes(types).length > 0

/** Whether the client accepts gzip (RFC 9110, section 12.5.3); false if it does not say so. */
export function takesGzip(request: Request): boolean {
  const headers = { 'accept-encoding': accepted(request, 'accept-encoding') ?? 'identity' }
  return new Negotiator({ headers }).encodings(['gzip']).length > 0
}

/** Below this length, compressing saves nothing: the text fits into one packet. */
const minLength = 1000

/**
 * Compresses a text for clients that accept gzip. In a thread of its own, so that no request waits.
 *
 * @returns the body of the response, with the headers that say so
 */
export async function compress(
  request: Request,
  text: string,
): Promise<{ body: string | Buffer; headers: Record<string, string> }> {
  const headers = { vary: 'Accept-Encoding, Origin' }
  if (text.length < minLength || !takesGzip(request)) return { body: text, headers }
  return { body: await promisify(gzip)(text), headers: { ...headers, 'content-encoding': 'gzip' } }
}
