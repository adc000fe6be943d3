import type { LookupAddress } from 'node:dns'
import { request as sendHttp } from 'node:http'
import { request as sendHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

/**
 * Posts JSON to one of the given addresses, whatever the name of the host leads to by now. fetch() could not do that: it
 * looks the name up again. Redirects are not followed, and the body of the response is not read.
 *
 * @returns the status
 * @throws the error of the connection, or of `signal`
 */
export function post(
  url: URL,
  addresses: readonly LookupAddress[],
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<number> {
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all || !first) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
  const send = url.protocol === 'https:' ? sendHttps : sendHttp
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { method: 'POST', headers, lookup, signal, agent: false },
      (response) => {
        resolve(response.statusCode ?? 0)
        response.on('error', () => {})
        response.destroy()
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
