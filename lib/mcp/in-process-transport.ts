import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js'

type JsonRpcResponse = Extract<JSONRPCMessage, { id?: RequestId }>
type Pending<Context> = { context: Context; respond(response: JsonRpcResponse): void }

/**
 * Passes requests of many clients to one MCP server and returns each response to its caller. Different clients use
 * the same request IDs, so each request gets a unique ID inside and its response gets the client's ID back. That ID
 * also leads a handler to the context of its request.
 *
 * The SDK's HTTP transport needs a new server for each request, which takes ten times as long as the request.
 */
export class InProcessTransport<Context> implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  #pending = new Map<RequestId, Pending<Context>>()
  #lastId = 0

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.()
  }

  /** Called by the server. It sends only responses: it has no requests or notifications for clients. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || message.id === undefined) return
    this.#pending.get(message.id)?.respond(message)
    this.#pending.delete(message.id)
  }

  /** Passes a request to the server and waits for its response. */
  request(request: JSONRPCRequest, context: Context): Promise<JSONRPCMessage> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve) => {
      const respond = (response: JsonRpcResponse) => resolve({ ...response, id: request.id } as JSONRPCMessage)
      this.#pending.set(id, { context, respond })
      this.onmessage?.({ ...request, id })
    })
  }

  /**
   * Returns the context of a request that is being handled.
   *
   * @param id the `requestId` that the SDK passes to the handler
   */
  contextOf(id: RequestId): Context {
    const pending = this.#pending.get(id)
    if (!pending) throw new Error('the request is not being handled')
    return pending.context
  }
}
