import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Person, TestService } from './test-service.ts'

/** What can send requests to a service. */
type Sender = Pick<TestService, 'request'>

export const origin = 'http://localhost:8000'
export const resource = `${origin}/mcp`
export const loopbackUri = 'http://localhost:3118/callback'

/** Registers a client. Returns the response. */
export const register = (service: Sender, metadata: object = {}): Promise<Answer> =>
  service.request('POST', '/oauth/register', {
    body: { client_name: 'Claude Code', redirect_uris: ['http://localhost/callback'], ...metadata },
  })

/** Registers a client. Returns its ID. */
export async function registered(service: Sender, metadata?: object): Promise<string> {
  const { status, body } = await register(service, metadata)
  if (status !== 201) throw new Error(`the client was not registered: ${JSON.stringify(body)}`)
  return body.client_id
}

/** A proof key (RFC 7636). */
export function proofKey() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** A browser without a screen: it keeps cookies and sends them with their paths. */
export class TestBrowser {
  private readonly cookies = new Map<string, { value: string; path: string }>()
  private readonly service: Sender
  as: Pick<Person, 'id' | 'session'>

  constructor(service: Sender, as: Pick<Person, 'id' | 'session'>) {
    this.service = service
    this.as = as
  }

  async send(method: string, path: string, form?: Record<string, string>): Promise<Answer> {
    const jar = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    const cookie = [
      `user_id=${this.as.session}`,
      ...jar.map(([name, { value }]) => `${name.split(' ')[0]}=${value}`),
    ].join('; ')
    const answer = await this.service.request(method, path, {
      ...(form && { body: new URLSearchParams(form).toString() }),
      headers: { cookie, accept: 'text/html', ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/'
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(`${name} ${path}`)
      else this.cookies.set(`${name} ${path}`, { value, path })
    }
    return answer
  }
}

/** The parameters of an authorization request; an undefined one is left out. */
export type Asked = Record<string, string | undefined>

/** Begins a login of an agent in a browser. Returns the response: a redirect to the consent page, if all is well. */
export function ask(
  browser: TestBrowser,
  clientId: string,
  { challenge = proofKey().challenge, ...asked }: Asked = {},
): Promise<Answer> {
  const parameters: Asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: loopbackUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'a state of the agent',
    resource,
    ...asked,
  }
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => !!pair[1])
  return browser.send('GET', `/oauth/authorize?${new URLSearchParams(given)}`)
}

/** Answers on the consent page. Returns the address to which the agent's answer goes. */
export async function answer(
  browser: TestBrowser,
  consentPath: string,
  choice: 'allow' | 'cancel' = 'allow',
): Promise<URL> {
  const page = await browser.send('POST', consentPath, { user_id: browser.as.id, answer: choice })
  const next = /^0;url=(\/oauth\/authorize\/.+)$/.exec(page.headers.get('refresh') ?? '')?.[1]
  if (!next) throw new Error(`the answer was refused: ${page.status} ${page.text}`)
  const { headers, text } = await browser.send('GET', next)
  const location = headers.get('location')
  if (!location) throw new Error(`the browser does not go on: ${text}`)
  return new URL(location)
}

/** Sends a form to the token endpoint. */
export const requestTokens = ({ request }: Sender, form: Record<string, string>): Promise<Answer> =>
  request('POST', '/oauth/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

export type Connected = {
  clientId: string
  access: string
  refresh: string
  /** exchanges the code again */
  exchange: () => Promise<Answer>
}

/** Lets an agent log in for a person: registration, consent, code, tokens. */
export async function connect(service: Sender, as: Person, metadata?: object): Promise<Connected> {
  const clientId = await registered(service, metadata)
  const browser = new TestBrowser(service, as)
  const { verifier, challenge } = proofKey()
  const asked = await ask(browser, clientId, { challenge })
  const { searchParams } = await answer(browser, asked.headers.get('location') ?? '')
  const exchange = () =>
    requestTokens(service, {
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: loopbackUri,
      client_id: clientId,
    })
  const { status, body } = await exchange()
  if (status !== 200) throw new Error(`the code was refused: ${JSON.stringify(body)}`)
  return { clientId, access: body.access_token, refresh: body.refresh_token, exchange }
}

/** Rotates a refresh token. */
export const refresh = (
  service: Sender,
  { clientId, refresh }: Pick<Connected, 'clientId' | 'refresh'>,
): Promise<Answer> =>
  requestTokens(service, { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId })

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
}

/** Sends a message to /mcp with a token. Returns the response. */
export const callMcp = ({ request }: Sender, token?: string) =>
  request('POST', '/mcp', {
    body: initialize,
    headers: { accept: 'application/json, text/event-stream', ...(token && { authorization: `Bearer ${token}` }) },
  })
