import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

type Messages = { request: IncomingMessage; response: ServerResponse }

/**
 * Creates the messages of node:http for a request, without a connection. The listener sees its own host and scheme in
 * the URL.
 *
 * @param client the IP address of the client, if it is known
 */
export async function createMessages(request: Request, client: string | null): Promise<Messages> {
  const { method, headers } = request
  const url = new URL(request.url)
  const body = await request.text()
  const socket = Object.assign(new Socket(), { encrypted: url.protocol === 'https:' })
  Object.defineProperty(socket, 'remoteAddress', { value: client ?? undefined })
  const message = Object.assign(new IncomingMessage(socket), {
    method,
    url: url.pathname + url.search,
    headers: { ...Object.fromEntries(headers), host: url.host, 'content-length': String(Buffer.byteLength(body)) },
  })
  message.push(body)
  message.push(null)
  return { request: message, response: new ServerResponse(message) }
}

/** Lets a listener of node:http respond to a request, without a connection. */
export function callListener(listener: RequestListener, { request, response }: Messages): Promise<Response> {
  return new Promise((resolve, reject) => {
    response.end = (content?: unknown) => {
      const isBody = typeof content === 'string' || content instanceof Uint8Array
      const body = isBody && content.length > 0 ? (content as string) : null
      resolve(new Response(body, { status: response.statusCode, headers: headersOf(response) }))
      return response
    }
    Promise.resolve(listener(request, response)).catch(reject)
  })
}

function headersOf(response: ServerResponse) {
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.getHeaders())) {
    for (const value of [values ?? []].flat()) headers.append(name, String(value))
  }
  return headers
}
