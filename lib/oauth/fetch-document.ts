import { request } from 'node:https'
import { Readable } from 'node:stream'
import { hasWebPort, lookupOf, resolveHost } from '../addresses.ts'
import type { Settings } from '../app/settings.ts'
import { readLimited } from '../limited-body.ts'
import { readClient } from './clients.ts'

const maxBytes = 5 * 1024

/**
 * Fetches a client metadata document (draft-ietf-oauth-client-id-metadata-document) from a public address, as webhooks
 * are sent.
 *
 * @returns the response, with what is kept of the document
 * @throws PrivateAddressError, the error of the connection or of `signal`, or Error if the document is not one
 */
export async function fetchDocument(
  url: URL,
  { privateAddresses }: Pick<Settings, 'privateAddresses'>,
  signal: AbortSignal,
): Promise<Response> {
  if (!hasWebPort(url)) throw new Error('the document has a port that is not allowed')
  const lookup = lookupOf(await resolveHost(url, { allowPrivate: privateAddresses }))
  const { status, headers, text } = await get(url, lookup, signal)
  if (status !== 200) return new Response(null, { status })
  const document: unknown = JSON.parse(text)
  const client = readClient(document)
  if (!client) throw new Error('a redirect URI of the document is missing or not allowed')
  const { client_id } = Object(document) as { client_id?: unknown }
  return Response.json({ ...client, client_id }, { headers })
}

type Document = { status: number; headers: Record<string, string>; text: string }

function get(url: URL, lookup: ReturnType<typeof lookupOf>, signal: AbortSignal): Promise<Document> {
  return new Promise((resolve, reject) => {
    const options = { lookup, signal, agent: false, headers: { accept: 'application/json' } }
    const sent = request(url, options, async (response) => {
      try {
        const body = Readable.toWeb(response) as ReadableStream<Uint8Array>
        const bytes = await readLimited({ body } as Response, { maxBytes })
        if (!bytes) throw new Error(`the document exceeds ${maxBytes} bytes`)
        const { statusCode = 0, headers } = response
        const caching = headers['cache-control']
        resolve({
          status: statusCode,
          headers: caching === undefined ? {} : { 'cache-control': caching },
          text: new TextDecoder().decode(bytes),
        })
      } catch (error) {
        reject(error)
      } finally {
        sent.destroy()
      }
    })
    sent.on('error', reject)
    sent.end()
  })
}
