import { Problem } from '../problem.ts'

/** Greatest size of a request body, in bytes (contract, section 4). */
export const greatestBody = 64 * 1024
/** How many times more is read, and thrown away, before a client is cut off. */
const patience = 16

/**
 * Reads a request body as UTF-8 text, counting as it goes.
 *
 * @param most greatest size, in bytes
 * @throws Problem `body_too_large`, or `malformed_request` if it is cut off or not UTF-8
 */
export async function readText(request: Request, most = greatestBody): Promise<string> {
  if (Number(request.headers.get('content-length')) > most) {
    throw new Problem('body_too_large')
  }
  try {
    const bytes = await readBytes(request, most)
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

/**
 * What is too large is read on for a while and thrown away, so that the client gets to read the answer;
 * whoever sends more than that is cut off.
 */
async function readBytes({ body }: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size <= most) chunks.push(chunk)
    else if (size > patience * most) break
  }
  if (size > most) throw new Problem('body_too_large')
  return Buffer.concat(chunks)
}

/**
 * Reads a request body as JSON (RFC 8259); `undefined` where there is none.
 *
 * @throws Problem `body_too_large`, `not_json`, `malformed_json` or `malformed_request`
 */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request)
  if (text === '') return undefined
  if (mediaType(request) !== 'application/json') throw new Problem('not_json')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed_json', {}, { cause })
  }
}

/**
 * Reads what an HTML form sends (URL standard, section 5); line breaks become those of everybody else.
 *
 * @throws Problem `body_too_large`, `not_form` or `malformed_request`
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const text = await readText(request)
  if (mediaType(request) !== 'application/x-www-form-urlencoded') throw new Problem('not_form')
  return new URLSearchParams(text.replace(/%0D%0A/gi, '%0A'))
}

const mediaType = (request: Request) =>
  request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
