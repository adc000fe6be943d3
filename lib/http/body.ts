import type { Sender } from '../app/limits.ts'
import { withinTime } from '../app/time-limit.ts'
import type { Context } from '../context.ts'
import { readLimited } from '../limited-body.ts'
import { invalid, Problem } from '../problem.ts'
import { type ArrivingBody, minChunkBytes } from './arriving-body.ts'
import type { Deadline } from './deadline.ts'
import { isPlainUtf8, isUncompressed, mediaType } from './headers.ts'

/** Maximum size of a request body (contract, section 4). */
export const maxBodyBytes = 64 * 1024
/** How long a body may take to arrive (contract, section 18). */
const bodyTimeoutMs = 30_000

type Needs = Pick<Context, 'limits'>

/** A request whose body can be read, and its sender. */
type Received = {
  request: Request
  deadline: Deadline
  sender: Sender
  arrivingBody?: ArrivingBody | undefined
  /** gives back the memory of the body */
  releaseBody?: () => void
}

/** The limits of a body: its size, and how long it may take to arrive. */
type BodyLimits = { maxBytes?: number; timeoutMs?: number }

/**
 * Reads a request body. Its memory counts for the sender until `releaseBody` is called, when the request is over.
 *
 * @throws Problem `busy`, `body_too_large`, `request_timeout`, or `malformed_request` if it is incomplete
 */
export async function readBytes(
  ctx: Needs,
  received: Received,
  { maxBytes = maxBodyBytes, timeoutMs = bodyTimeoutMs }: BodyLimits = {},
): Promise<Uint8Array> {
  const expectedBytes = Number(received.request.headers.get('content-length'))
  if (expectedBytes > maxBytes) throw tooLarge(maxBytes)
  const reserve = holdBytes(ctx, received)
  const limits = { maxBytes, expectedBytes, reserve }
  try {
    const bytes = await received.deadline.pause(() =>
      inTime(readLimited({ body: piecesOf(received, reserve) }, limits), timeoutMs),
    )
    if (received.arrivingBody?.refusal) throw received.arrivingBody.refusal
    if (!bytes) throw tooLarge(maxBytes)
    return bytes
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('malformed_request', { detail: 'The body is incomplete.' }, { cause })
  }
}

/**
 * The pieces of a body. It goes on arriving when they are read no more, because cancelling it would close the
 * connection.
 *
 * @param reserve takes memory for small chunks
 */
async function* piecesOf(
  { request: { body }, arrivingBody }: Received,
  reserve: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  let counted = 0
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    const chunks = (arrivingBody?.chunks ?? 0) - counted
    counted += chunks
    reserve(Math.max(0, chunks * minChunkBytes - piece.value.byteLength))
    yield piece.value
  }
}

/** Returns a function that takes memory for a body, piece by piece. It throws Problem `busy` if there is no more. */
function holdBytes({ limits: { bodies } }: Needs, received: Received) {
  const { key } = received.sender
  let held = 0
  received.releaseBody = () => {
    bodies.release(key, held)
    held = 0
  }
  return (bytes: number) => {
    bodies.take(key, bytes)
    held += bytes
  }
}

/**
 * Reads a request body as UTF-8 text.
 *
 * @throws what `readBytes` and `toText` throw
 */
export const readText = async (ctx: Needs, received: Received, maxBytes?: number): Promise<string> =>
  toText(await readBytes(ctx, received, { maxBytes }))

/** @throws Problem `malformed_request` if a body is not UTF-8 */
function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('malformed_request', { detail: 'The body cannot be read as UTF-8.' }, { cause })
  }
}

function tooLarge(maxBytes: number) {
  const size = maxBytes < 1024 ** 2 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 ** 2} MiB`
  return new Problem('body_too_large', { detail: `The body is larger than ${size}.` })
}

/** @throws Problem `request_timeout` */
const inTime = <Result>(reading: Promise<Result>, timeoutMs: number): Promise<Result> =>
  withinTime(timeoutMs, reading, () => {
    const detail = `The body of the request did not arrive within ${timeoutMs / 1000} seconds.`
    return new Problem('request_timeout', { detail })
  })

/**
 * Parses a request body as JSON (RFC 8259); `undefined` if there is no body.
 *
 * @throws Problem `not_json`, `malformed_json` or `malformed_request`
 */
function parseJson({ headers }: Request, bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  if (mediaType(headers) !== 'application/json' || !isPlainUtf8(headers)) {
    throw new Problem('not_json')
  }
  const text = toText(bytes)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed_json', {}, { cause })
  }
}

/**
 * Parses a request body that is a JSON object. A missing body counts as an empty object, since all fields may be
 * optional.
 *
 * @throws what `parseJson` throws, and Problem `validation_failed` for an array
 */
export function parseObject(request: Request, bytes: Uint8Array): unknown {
  const body = parseJson(request, bytes)
  if (Array.isArray(body)) throw invalid('', 'must be an object')
  return body === undefined ? {} : body
}

/**
 * Returns the media type of a request body that is a file.
 *
 * @param types those that the endpoint takes
 * @throws Problem `unsupported_type`
 */
export function fileType({ headers }: Request, types: readonly string[]): string {
  const type = mediaType(headers)
  if (!type || !types.includes(type) || !isUncompressed(headers)) {
    const detail = `Send the file as ${types.join(', ')}, without a Content-Encoding.`
    throw new Problem('unsupported_type', { detail })
  }
  return type
}

/** A file and its media type, one of those that the endpoint takes. */
export type SentFile = { type: string; bytes: Uint8Array }

/** A form as it was sent, so that it can be shown again with its errors. */
export type SentForm<Output> = {
  /** what was typed, as far as a page can show it */
  typed: URLSearchParams
  /**
   * Returns the validated fields; a blank field counts as absent.
   *
   * @throws Problem `validation_failed`
   */
  read(): Output
}

/**
 * Parses the form that a body is.
 *
 * @throws Problem `not_form` or `malformed_request`
 */
export function readForm<Output>(
  request: Request,
  bytes: Uint8Array,
  maxBytes: number,
  read: (sent: URLSearchParams) => Output,
): SentForm<Output> {
  const sent = parseForm(request, bytes)
  return { typed: cutFields(sent, maxBytes / 3), read: () => read(sent) }
}

/** Parses the fields of an HTML form (URL standard, section 5). CRLF, which forms send, becomes LF. */
function parseForm({ headers }: Request, bytes: Uint8Array): URLSearchParams {
  if (mediaType(headers) !== 'application/x-www-form-urlencoded' || !isPlainUtf8(headers)) {
    throw new Problem('not_form')
  }
  return new URLSearchParams(toText(bytes).replace(/%0D%0A/gi, '%0A'))
}

/** Returns the fields of a form up to a length in UTF-16 units, so that a page does not repeat a whole request. */
function cutFields(sent: URLSearchParams, maxLength: number): URLSearchParams {
  let left = maxLength
  const fields: [name: string, value: string][] = []
  for (const [name, value] of sent) {
    if (left <= 0) break
    fields.push([name, value.slice(0, left)])
    left -= name.length + value.length
  }
  return new URLSearchParams(fields)
}
