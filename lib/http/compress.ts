import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { takesGzip } from './negotiation.ts'

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
  return {
    body: await promisify(gzip)(text),
    headers: { ...headers, 'content-encoding': 'gzip' },
  }
}
