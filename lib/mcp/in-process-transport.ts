import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js'

type JsonRpcResponse = Extract<JSONRPCMessage, { id?: RequestId }>

/**
 * Passes requests of many clients to one MCP server and returns each response to its caller. Different clients use
 * the same request IDs, so each request gets a unique ID inside and its response gets the client's ID back.
 *
 * The SDK's HTTP transport needs a new server for each request, which takes ten times as long as the request.
 */
export class InProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  #pending = new Map<RequestId, (response: JsonRpcResponse) => void>()
  #lastId = 0

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.()
  }

  /** Called by the server. It sends only responses: it has no requests or notifications for clients. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || message.id === undefined) return
    this.#pending.get(message.id)?.(message)
    this.#pending.delete(message.id)
  }

  /** Passes a request to the server and waits for its response. */
  request(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve) => {
      this.#pending.set(id, (response) =>
        resolve({ ...response, id: request.id } as JSONRPCMessage),
      )
      this.onmessage?.({ ...request, id })
    })
  }
}
