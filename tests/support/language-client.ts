import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Command } from './command.ts'

// biome-ignore lint/suspicious/noExplicitAny: messages of any shape
type Message = any

/** A client of the language server, over its standard input and output. */
export type LanguageClient = {
  child: ChildProcess
  request(method: string, params?: object): Promise<Message>
  notify(method: string, params?: object): void
  /** waits for the next notification with a method that fits */
  next(method: string, fits?: (params: Message) => boolean): Promise<Message>
  close(): Promise<number | null>
}

/** Starts the language server for the working directory of a command. */
export async function languageClient(
  cli: Command,
  env = {},
  capabilities = {},
  options: readonly string[] = [],
): Promise<LanguageClient> {
  const child = cli.start(['lsp', '--stdio', ...options], { env })
  const received: Message[] = []
  type Waiting = { fits(message: Message): boolean; done(message: Message): void }
  let waiting: Waiting[] = []
  let bytes = Buffer.alloc(0)
  child.stdout?.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const [head, length] = /Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/.exec(bytes.toString('latin1')) ?? []
      if (!head || bytes.length < head.length + Number(length)) return
      const message = JSON.parse(bytes.subarray(head.length, head.length + Number(length)).toString())
      bytes = bytes.subarray(head.length + Number(length))
      if (message.id !== undefined && message.method) send({ id: message.id, result: null })
      const taker = waiting.find(({ fits }) => fits(message))
      waiting = waiting.filter((each) => each !== taker)
      if (taker) taker.done(message)
      else received.push(message)
    }
  })
  const send = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    child.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  const wait = (fits: (message: Message) => boolean) =>
    new Promise<Message>((done) => {
      const early = received.findIndex(fits)
      if (early >= 0) return done(received.splice(early, 1)[0])
      waiting.push({ fits, done })
    })
  let id = 0
  const client: LanguageClient = {
    child,
    async request(method, params = {}) {
      const own = ++id
      const answer = wait((message) => message.id === own && !message.method)
      send({ id: own, method, params })
      const { result, error } = await answer
      if (error) throw new Error(error.message)
      return result
    },
    notify: (method, params = {}) => send({ method, params }),
    next: async (method, fits = () => true) =>
      (await wait((message) => message.method === method && fits(message.params))).params,
    async close() {
      await client.request('shutdown')
      const ended = once(child, 'exit')
      client.notify('exit')
      return (await ended)[0]
    },
  }
  await client.request('initialize', { processId: null, rootUri: `file://${cli.cwd}`, capabilities })
  client.notify('initialized')
  return client
}
