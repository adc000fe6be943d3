import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js'

/** Answers one JSON-RPC request of a client. */
export type McpServer = (request: JSONRPCRequest) => Promise<JSONRPCMessage>

type Reply = Extract<JSONRPCMessage, { id?: RequestId }>

/**
 * Lets one server answer the requests of many clients, each on its own: a request is known inside by a
 * number of ours, as ids of different clients are alike, and its reply goes back under the client's id.
 *
 * The SDK's own transport takes a new server for every request, which costs ten times the request.
 */
export class PairingTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  #waiting = new Map<RequestId, (reply: Reply) => void>()
  #last = 0

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.()
  }

  /** Takes what the server sends: replies. It has nothing to ask of clients, nor to tell them. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || message.id === undefined) return
    this.#waiting.get(message.id)?.(message)
    this.#waiting.delete(message.id)
  }

  /** Hands a request to the server and waits for its reply. */
  exchange(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    this.#last += 1
    const id = this.#last
    return new Promise((done) => {
      this.#waiting.set(id, (reply) => done({ ...reply, id: request.id } as JSONRPCMessage))
      this.onmessage?.({ ...request, id })
    })
  }
}
