import type { Provider } from 'oidc-provider'
import type { AuthorizationServer, ConsentRequest, OAuthRequest } from '../context.ts'
import { callListener, createMessages, type NodeResponse } from '../http/node-messages.ts'
import { connectAgent } from '../identity/agents.ts'
import { Problem } from '../problem.ts'
import { destinationOf, nameOf } from './clients.ts'
import { createProvider, type ProviderNeeds, sessionCookie } from './provider.ts'

/** Headers of oidc-provider that reach the client; ours stand for the others. */
const passedOn = ['content-type', 'location', 'www-authenticate']

/** Runs oidc-provider for requests that are no messages of node:http. */
export function runProvider(needs: ProviderNeeds): AuthorizationServer {
  const provider = createProvider(needs)
  const listener = provider.callback()
  const failures = new WeakMap<object, Error>()
  provider.on('server_error', ({ req }, error) => failures.set(req, error))
  const messages = (request: OAuthRequest) => createMessages(toNodeRequest(request, needs))

  async function readInteraction(request: OAuthRequest, uid: string) {
    const { request: req, response: res } = messages(request)
    const interaction = await provider.interactionDetails(req, res).catch(refuseUnknown)
    if (interaction.uid !== uid) throw requestNotFound()
    const finish = (result: Parameters<Provider['interactionResult']>[2]) =>
      provider.interactionResult(req, res, result, { mergeWithLastSubmission: false })
    return { interaction, finish }
  }

  async function describe(params: Record<string, unknown>): Promise<ConsentRequest> {
    const client = await provider.Client.find(String(params.client_id))
    if (!client) throw requestNotFound()
    const destination = destinationOf(String(params.redirect_uri))
    return { clientId: client.clientId, name: nameOf(client.clientName, destination), destination }
  }

  return {
    async respond(request) {
      const node = messages(request)
      const response = await callListener(listener, node)
      const failure = failures.get(node.request)
      if (failure) throw failure
      return toResponse(response)
    },
    async readRequest(request, uid) {
      const { interaction } = await readInteraction(request, uid)
      return describe(interaction.params)
    },
    async answer(request, uid, { userId, isAllowed }) {
      const { interaction, finish } = await readInteraction(request, uid)
      if (interaction.result) return // a second click
      if (!isAllowed) {
        await finish({ error: 'access_denied', error_description: 'the person did not allow it' })
        return
      }
      const { clientId, name } = await describe(interaction.params)
      const grantId = await connectAgent(needs, userId, { clientId, name })
      await finish({ login: { accountId: userId, remember: false }, consent: { grantId } })
    },
  }
}

const requestNotFound = () => new Problem('agent_request_not_found')

/** A request for access that has expired, or was begun in another browser. */
function refuseUnknown(error: unknown): never {
  throw error instanceof Error && error.name === 'SessionNotFound' ? requestNotFound() : error
}

function toNodeRequest(
  { method, path, query, form, headers, client }: OAuthRequest,
  { settings }: ProviderNeeds,
) {
  const url = new URL(path, settings.appUrl)
  if (query) url.search = query.toString()
  const { cookie, ...others } = headers
  return {
    method,
    url,
    headers: { ...others, ...(cookie && { cookie: withoutSession(cookie) }) },
    body: form ?? '',
    client,
  }
}

const isSessionCookie = (pair: string) => pair.trim().startsWith(sessionCookie)

const withoutSession = (cookies: string) =>
  cookies
    .split(';')
    .filter((pair) => !isSessionCookie(pair))
    .join(';')

function toResponse({ status, headers, body }: NodeResponse) {
  const cookies = [headers['set-cookie'] ?? []].flat().map(String)
  return {
    status,
    headers: Object.fromEntries(
      passedOn.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    ),
    cookies: cookies.filter((cookie) => !isSessionCookie(cookie)),
    body,
  }
}
