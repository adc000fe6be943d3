import { createServer } from 'node:http'
import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'

export { auth, UnauthorizedError }

/** An agent that logs in with the OAuth support of the official SDK, and remembers what it needs. */
export class SdkAgent {
  readonly clientMetadata
  readonly redirectUrl: string
  readonly clientMetadataUrl: string | undefined
  private readonly url: URL
  private client: object | undefined
  private saved: OAuthTokens | undefined
  private verifier = ''
  /** the address that a person has to open */
  loginUrl: URL | undefined

  constructor(origin: string, redirectUrl: string, clientMetadataUrl?: string) {
    this.url = new URL(`${origin}/mcp`)
    this.redirectUrl = redirectUrl
    this.clientMetadataUrl = clientMetadataUrl
    this.clientMetadata = { client_name: 'SDK agent', redirect_uris: [redirectUrl] }
  }

  state = () => 'a state of the SDK agent'
  clientInformation = () => this.client as { client_id: string } | undefined
  saveClientInformation = (client: object) => {
    this.client = client
  }
  tokens = () => this.saved
  saveTokens = (tokens: OAuthTokens) => {
    this.saved = tokens
  }
  invalidateCredentials = (what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') => {
    if (what === 'all' || what === 'tokens') this.saved = undefined
    if (what === 'all' || what === 'client') this.client = undefined
  }
  codeVerifier = () => this.verifier
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier
  }
  redirectToAuthorization = (url: URL) => {
    this.loginUrl = url
  }

  /** Connects to /mcp. @throws UnauthorizedError if a person has to open `loginUrl` first */
  async connect(): Promise<Client> {
    const client = new Client({ name: 'tests', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(this.url, { authProvider: this }))
    return client
  }

  /** Begins a login. Returns the address that a person has to open. */
  async beginLogin(): Promise<string> {
    this.loginUrl = undefined
    await this.connect().catch((error) => {
      if (!(error instanceof UnauthorizedError)) throw error
    })
    const url = this.loginUrl as URL | undefined
    if (!url) throw new Error('the agent did not ask for a login')
    return url.href
  }

  /** Ends a login with what the browser has brought. */
  async finishLogin(answer: URL): Promise<void> {
    const transport = new StreamableHTTPClientTransport(this.url, { authProvider: this })
    await transport.finishAuth(answer.searchParams.get('code') ?? '')
  }
}

/** Opens a website to which browsers bring the answers for an agent. */
export async function openCallback(port: number) {
  let arrived = (_url: URL) => {}
  const answer = new Promise<URL>((resolve) => {
    arrived = resolve
  })
  const server = createServer((request, response) => {
    response.end('You can close this window.')
    if (request.url?.startsWith('/callback')) arrived(new URL(request.url, 'http://localhost'))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    answer,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
