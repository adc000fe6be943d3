import type { LookupAddress } from 'node:dns'
import { request as sendHttp } from 'node:http'
import { request as sendHttps } from 'node:https'
import { lookupOf } from '../addresses.ts'

/** How many interim responses (1xx) a receiver may send before its response. */
const maxInterimResponses = 10

/** A connection that ended without a response. */
export class NoResponseError extends Error {}

/** What a receiver responds. `retryAfter` is its header Retry-After (RFC 9110, section 10.2.3), if there is one. */
export type Receipt = { status: number; retryAfter: string | undefined }

/**
 * Posts JSON to one of the given addresses, whatever the name of the host leads to by now. fetch() could not do that:
 * it looks the name up again. Redirects are not followed, and the body of the response is not read.
 *
 * @throws NoResponseError, the error of the connection, or of `signal`
 */
export function post(
  url: URL,
  addresses: readonly LookupAddress[],
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Receipt> {
  const lookup = lookupOf(addresses)
  const send = url.protocol === 'https:' ? sendHttps : sendHttp
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST', headers, lookup, signal, agent: false })
    let interimResponses = 0
    request.on('information', () => {
      interimResponses += 1
      if (interimResponses > maxInterimResponses) request.destroy(new NoResponseError())
    })
    request.on('response', (response) => {
      const { statusCode = 0, headers: received } = response
      resolve({ status: statusCode, retryAfter: received['retry-after'] })
      response.on('error', () => {})
      response.destroy()
    })
    // 101 Switching Protocols has an event of its own, and no event without a listener for it.
    request.on('upgrade', (_, socket) => {
      resolve({ status: 101, retryAfter: undefined })
      socket.destroy()
    })
    request.on('error', reject)
    request.on('close', () => reject(new NoResponseError()))
    request.end(body)
  })
}
