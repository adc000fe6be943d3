import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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

/** The languages that the client prefers, the best first (RFC 9110, section 12.5.4). */
export const preferredLanguages = (request: Request): string[] =>
  new Negotiator({ headers: { 'accept-language': accepted(request, 'accept-language') ?? '' } }).languages()

/** Whether the client accepts an encoding (RFC 9110, section 12.5.3); false if it does not say so. */
export function takesEncoding(request: Request, encoding: 'br' | 'gzip'): boolean {
  const headers = { 'accept-encoding': accepted(request, 'accept-encoding') ?? 'identity' }
  return new Negotiator({ headers }).encodings([encoding]).length > 0
}

/** Below this length, compressing saves nothing: the text fits into one packet. */
const minLength = 1000

/** Brotli takes as long as gzip at this level, and makes a tenth less of a page. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const compressors = {
  br: (text: string) => promisify(brotliCompress)(text, brotliOptions),
  gzip: (text: string) => promisify(gzip)(text),
}

/**
 * Compresses a text for clients that accept Brotli or gzip. In a thread of its own, so that no request waits.
 *
 * @returns the body of the response, with the headers that say so
 */
export async function compress(
  request: Request,
  text: string,
): Promise<{ body: string | Buffer; headers: Record<string, string> }> {
  const headers = { vary: 'Accept-Encoding, Origin' }
  const encoding = (['br', 'gzip'] as const).find((each) => takesEncoding(request, each))
  if (text.length < minLength || !encoding) return { body: text, headers }
  return { body: await compressors[encoding](text), headers: { ...headers, 'content-encoding': encoding } }
}
