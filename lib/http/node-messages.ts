import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** A request for a listener that knows only the messages of node:http. */
export type NodeRequest = {
  method: string
  /** the URL from which the listener sees its own host, scheme, path and query */
  url: URL
  headers: Record<string, string>
  body: string
  /** the IP address of the client, if it is known */
  client: string | null
}

/** What a listener responded. `headers` has a list for those that it set several times. */
export type NodeResponse = {
  status: number
  headers: ReturnType<ServerResponse['getHeaders']>
  body: string
}

/** Creates the messages of node:http for a request, without a connection. */
export function createMessages({ method, url, headers, body, client }: NodeRequest) {
  const socket = Object.assign(new Socket(), { encrypted: url.protocol === 'https:' })
  Object.defineProperty(socket, 'remoteAddress', { value: client ?? undefined })
  const request = Object.assign(new IncomingMessage(socket), {
    method,
    url: url.pathname + url.search,
    headers: { ...headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) },
  })
  request.push(body)
  request.push(null)
  return { request, response: new ServerResponse(request) }
}

/**
 * Lets a listener of node:http respond to a request, without a connection.
 *
 * @param onMessages called with the messages before the listener is
 */
export function callListener(
  listener: RequestListener,
  { request, response }: ReturnType<typeof createMessages>,
): Promise<NodeResponse> {
  return new Promise((resolve, reject) => {
    response.end = (content?: unknown) => {
      const body = content instanceof Uint8Array ? Buffer.from(content).toString() : content
      resolve({
        status: response.statusCode,
        headers: response.getHeaders(),
        body: typeof body === 'string' ? body : '',
      })
      return response
    }
    Promise.resolve(listener(request, response)).catch(reject)
  })
}
