import { Problem } from './problem.ts'

/** Greatest size of a request body, in bytes (contract, section 4). */
export const greatestBody = 64 * 1024

/**
 * Reads a request body as UTF-8 text, counting as it goes.
 *
 * @throws Problem `body_too_large`, or `malformed_request` if it is cut off or not UTF-8
 */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > greatestBody) {
    throw new Problem('body_too_large')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > greatestBody) throw new Problem('body_too_large')
      chunks.push(chunk)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
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
 * Reads a request body as JSON (RFC 8259); `undefined` where there is none.
 *
 * @throws Problem `body_too_large`, `not_json`, `malformed_json` or `malformed_request`
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const text = await readText(request)
  if (text === '') return undefined
  if (type !== 'application/json') throw new Problem('not_json')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed_json', {}, { cause })
  }
}
