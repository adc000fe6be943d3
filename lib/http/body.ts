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

/** The limits of a body: its size, and how long it may take to arrive. */
export type BodyLimits = { maxBytes?: number; timeoutMs?: number }

/**
 * Reads a request body.
 *
 * @throws Problem `body_too_large`, `request_timeout`, or `malformed_request` if it is incomplete
 */
export async function readBytes(
  { request, deadline }: Received,
  { maxBytes = maxBodyBytes, timeoutMs = bodyTimeoutMs }: BodyLimits = {},
): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
  try {
    const bytes = await deadline.pause(() => readInTime(request, maxBytes, timeoutMs))
    if (!bytes) throw tooLarge(maxBytes)
    return bytes
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('malformed_request', { detail: 'The body is incomplete.' }, { cause })
  }
}

/**
 * Reads a request body as UTF-8 text.
 *
 * @throws what `readBytes` throws, and Problem `malformed_request` if it is not UTF-8
 */
export async function readText(received: Received, maxBytes?: number): Promise<string> {
  const bytes = await readBytes(received, { maxBytes })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem(
      'malformed_request',
      { detail: 'The body cannot be read as UTF-8.' },
      { cause },
    )
  }
}

function tooLarge(maxBytes: number) {
  const size = maxBytes < 1024 ** 2 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 ** 2} MiB`
  return new Problem('body_too_large', { detail: `The body is larger than ${size}.` })
}

async function readInTime(request: Request, maxBytes: number, timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined
  const detail = `The body of the request did not arrive within ${timeoutMs / 1000} seconds.`
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('request_timeout', { detail })), timeoutMs)
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

/**
 * Reads a request body that is a JSON object. A missing body counts as an empty object, since all fields may be optional.
 *
 * @throws what `readJson` throws, and Problem `validation_failed` for an array
 */
export async function readObject(received: Received, maxBytes?: number): Promise<unknown> {
  const body = await readJson(received, maxBytes)
  if (Array.isArray(body)) {
    throw new Problem('validation_failed', { errors: [{ path: '', message: 'must be an object' }] })
  }
  return body === undefined ? {} : body
}

/** Whether a body is not compressed, and its charset, if there is one, is UTF-8 (contract, section 18). */
function isPlainUtf8(headers: Headers) {
  const charset =
    /;\s*charset="?([^";\s]*)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  return isUncompressed(headers) && /^utf-?8$/i.test(charset)
}

const isUncompressed = (headers: Headers) =>
  /^identity$/i.test(headers.get('content-encoding') ?? 'identity')

/**
 * Reads a request body that is a file.
 *
 * @param types the media types that the endpoint takes
 * @throws what `readBytes` throws, and Problem `unsupported_type`
 */
export async function readFile(
  received: Received,
  types: readonly string[],
  limits: BodyLimits,
): Promise<SentFile> {
  const { headers } = received.request
  const type = mediaType(headers)
  if (!type || !types.includes(type) || !isUncompressed(headers)) {
    const detail = `Send the file as ${types.join(', ')}, without a Content-Encoding.`
    throw new Problem('unsupported_type', { detail })
  }
  return { type, bytes: await readBytes(received, limits) }
}

/** A file and its media type, one of those that the endpoint takes. */
export type SentFile = { type: string; bytes: Uint8Array }

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
