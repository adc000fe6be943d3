import { readLimited } from '../limited-body.ts'
import { Problem } from '../problem.ts'
import type { Deadline } from './deadline.ts'
import { mediaType } from './media-type.ts'

/** Maximum size of a request body (contract, section 4). */
export const maxBodyBytes = 64 * 1024
/**
 * How much of a body that is too large is read, as a multiple of the maximum: most clients read the response
 * only once they have sent the whole body.
 */
const discardFactor = 16
/** How long a body may take to arrive (contract, section 18). */
const bodyTimeoutMs = 30_000

/** A request whose body can be read. */
type Received = { request: Request; deadline: Deadline }

/**
 * Reads a request body as UTF-8 text.
 *
 * @throws Problem `body_too_large`, `request_timeout`, or `malformed_request` if it is incomplete or not UTF-8
 */
export async function readText(
  { request, deadline }: Received,
  maxBytes = maxBodyBytes,
): Promise<string> {
  if (Number(request.headers.get('content-length')) > maxBytes) {
    throw new Problem('body_too_large')
  }
  try {
    const bytes = await deadline.pause(() => readInTime(request, maxBytes))
    if (!bytes) throw new Problem('body_too_large')
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem(
      'malformed_request',
      { detail: 'The body cannot be read as UTF-8.' },
      { cause },
    )
  }
}

async function readInTime(request: Request, maxBytes: number) {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('request_timeout')), bodyTimeoutMs)
  })
  try {
    return await Promise.race([readLimited(request, maxBytes, discardFactor * maxBytes), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads a request body as JSON (RFC 8259); `undefined` if there is no body.
 *
 * @throws Problem `body_too_large`, `not_json`, `malformed_json` or `malformed_request`
 */
export async function readJson(received: Received, maxBytes?: number): Promise<unknown> {
  const { request } = received
  const text = await readText(received, maxBytes)
  if (text === '') return undefined
  if (mediaType(request.headers) !== 'application/json' || !isPlainUtf8(request.headers)) {
    throw new Problem('not_json')
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed_json', {}, { cause })
  }
}

/** Whether a body is not compressed, and its charset, if there is one, is UTF-8 (contract, section 18). */
function isPlainUtf8(headers: Headers) {
  const encoding = headers.get('content-encoding') ?? 'identity'
  const charset =
    /;\s*charset="?([^";\s]*)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  return /^identity$/i.test(encoding) && /^utf-?8$/i.test(charset)
}

/**
 * Reads the fields of an HTML form (URL standard, section 5). CRLF, which forms send, becomes LF.
 *
 * @throws Problem `body_too_large`, `not_form` or `malformed_request`
 */
export async function readForm(received: Received, maxBytes?: number): Promise<URLSearchParams> {
  const text = await readText(received, maxBytes)
  if (mediaType(received.request.headers) !== 'application/x-www-form-urlencoded')
    throw new Problem('not_form')
  return new URLSearchParams(text.replace(/%0D%0A/gi, '%0A'))
}
