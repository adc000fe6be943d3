import { randomUUID } from 'node:crypto'
import type { errors, KoaContextWithOIDC } from 'oidc-provider'
import type { AuthorizationServer, ConsentRequest } from '../context.ts'
import { callListener, createMessages } from '../http/node-messages.ts'
import { answerRequest, hasAllowed } from '../identity/agents.ts'
import { Problem } from '../problem.ts'
import { hashId } from './adapter.ts'
import { destinationOf, nameOf } from './clients.ts'
import { createProvider, type ProviderNeeds, sessionCookie } from './provider.ts'

/** Headers of oidc-provider that reach the client; ours stand for the others. */
const passedOn = ['content-type', 'location', 'www-authenticate', 'set-cookie']

/** An error that an agent gets by the browser of a person. */
type Refusal = {
  error: errors.OIDCProviderError
  clientId: string | undefined
  /** whether the person has answered this very request */
  isAnswered: boolean
}

/** Runs oidc-provider for requests that are no messages of node:http. */
export function runProvider(needs: ProviderNeeds): AuthorizationServer {
  const provider = createProvider(needs)
  const listener = provider.callback()
  const failures = new WeakMap<object, Error>()
  const refusals = new WeakMap<object, Refusal>()
  provider.on('server_error', ({ req }, error) => failures.set(req, error))
  provider.on('authorization.error', ({ req, oidc }: KoaContextWithOIDC, error) => {
    const isAnswered = oidc.entities.Interaction?.result !== undefined
    refusals.set(req, { error, clientId: oidc.client?.clientId, isAnswered })
  })

  async function readInteraction(request: Request, uid: string) {
    const { request: req, response: res } = await createMessages(withoutSession(request), null)
    const interaction = await provider.interactionDetails(req, res).catch(refuseUnknown)
    if (interaction.uid !== uid) throw requestNotFound()
    return interaction
  }

  async function describeClient(params: Record<string, unknown>): Promise<ConsentRequest> {
    const client = await provider.Client.find(String(params.client_id))
    if (!client) throw requestNotFound()
    const destination = destinationOf(String(params.redirect_uri))
    return { clientId: client.clientId, name: nameOf(client.clientName, destination), destination }
  }

  /**
   * Whether an error may go to the redirect URI. Anyone can register a client, so a link to our server could otherwise
   * lead anywhere, without a click of the person (RFC 9700, section 4.11.2).
   */
  const mayPassOn = async ({ isAnswered, clientId }: Refusal, userId: string | null) =>
    isAnswered || (userId !== null && clientId !== undefined && hasAllowed(needs, userId, clientId))

  return {
    async respond(request, { client, userId = null }) {
      const messages = await createMessages(withoutSession(request), client)
      const response = await callListener(listener, messages)
      const failure = failures.get(messages.request)
      if (failure) throw failure
      const refusal = refusals.get(messages.request)
      if (refusal && !(await mayPassOn(refusal, userId))) return describeRefusal(refusal)
      return toResponse(response)
    },
    async readRequest(request, uid) {
      const { params } = await readInteraction(request, uid)
      return describeClient(params)
    },
    async answer(request, uid, { userId, isAllowed }) {
      const interaction = await readInteraction(request, uid)
      const { clientId, name } = await describeClient(interaction.params)
      const grantId = randomUUID()
      const result = isAllowed
        ? { login: { accountId: userId, remember: false }, consent: { grantId } }
        : { error: 'access_denied', error_description: 'the person did not allow it' }
      const agent = isAllowed ? { id: grantId, clientId, name } : null
      await answerRequest(needs, userId, { idHash: hashId(interaction.jti), result, agent })
    },
  }
}

const requestNotFound = () => new Problem('agent_request_not_found')

/** A request for access that has expired, or was begun in another browser. */
function refuseUnknown(error: unknown): never {
  throw error instanceof Error && error.name === 'SessionNotFound' ? requestNotFound() : error
}

const describeRefusal = ({ error: { error, error_description, statusCode } }: Refusal) =>
  Response.json({ error, error_description }, { status: statusCode })

const isSessionCookie = (pair: string) => pair.trim().startsWith(sessionCookie)

function withoutSession(request: Request): Request {
  const cookies = request.headers.get('cookie')?.split(';') ?? []
  const kept = cookies.filter((pair) => !isSessionCookie(pair)).join(';')
  if (kept === '') request.headers.delete('cookie')
  else request.headers.set('cookie', kept)
  return request
}

function toResponse(response: Response) {
  const headers = new Headers()
  for (const [name, value] of response.headers) {
    const isKept = passedOn.includes(name) && !(name === 'set-cookie' && isSessionCookie(value))
    if (isKept) headers.append(name, value)
  }
  return new Response(response.body, { status: response.status, headers })
}
