import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Provider } from 'oidc-provider'
import type { Environment } from '../../lib/app/settings.ts'

export const clientId = 'glossary'
export const clientSecret = 'a-client-secret-of-the-tests'
export const redirectUri = 'http://localhost:8000/auth/slack/callback'
export const oidcRedirectUri = 'http://localhost:8000/auth/oidc/callback'

/** What a user does at the provider; `as` is one of its accounts. */
export type Visit = { as: string; declines?: boolean }

/** A real OpenID Connect provider that listens on a free port. */
export type OpenIdProvider = {
  /** settings to log in there in place of Slack */
  env: Environment
  /** settings to log in there by its issuer */
  oidcEnv: Environment & { SERVICE_OIDC_ISSUER: string }
  /** Opens the URL as a browser does. Returns the callback URL, or the status of the page if there is no redirect. */
  visit(authorizeUrl: string, visit: Visit): Promise<{ status: number; callback: URL | null }>
  close(): Promise<void>
}

/**
 * @param accounts the claims of its users, by `sub`; tests change them
 * @param redirectUris where else it may send people back to
 */
export async function openProvider(
  accounts: Record<string, Record<string, unknown>>,
  redirectUris: string[] = [],
): Promise<OpenIdProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = await withoutWarnings(() => createProvider(issuer, accounts, redirectUris))
  let currentVisit: Visit = { as: '' }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    interact(provider, request, response, currentVisit)
  })
  return {
    env: {
      SERVICE_IDP_AUTHORIZE_URL: `${issuer}/auth`,
      SERVICE_IDP_TOKEN_URL: `${issuer}/token`,
      SERVICE_IDP_USERINFO_URL: `${issuer}/me`,
      SERVICE_SLACK_CLIENT_ID: clientId,
      SERVICE_SLACK_CLIENT_SECRET: clientSecret,
    },
    oidcEnv: {
      SERVICE_OIDC_ISSUER: issuer,
      SERVICE_OIDC_CLIENT_ID: clientId,
      SERVICE_OIDC_CLIENT_SECRET: clientSecret,
    },
    visit(authorizeUrl, visit) {
      currentVisit = visit
      return browse(authorizeUrl)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function createProvider(
  issuer: string,
  accounts: Record<string, Record<string, unknown>>,
  redirectUris: string[],
) {
  const { Provider } = await import('oidc-provider')
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri, oidcRedirectUri, ...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    claims: {
      openid: ['sub', 'https://slack.com/user_id'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'hasgroups'],
    },
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => {
      const account = accounts[accountId]
      return account && { accountId, claims: () => ({ sub: accountId, ...account }) }
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    renderError: (context, { error }) => {
      context.body = error
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  })
}

/** Suppresses warnings about the version of Node.js, and keys and storage in memory. */
async function withoutWarnings<Result>(run: () => Promise<Result>): Promise<Result> {
  const { info, warn } = console
  Object.assign(console, { info() {}, warn() {} })
  try {
    return await run()
  } finally {
    Object.assign(console, { info, warn })
  }
}

/** Completes the login and the consent at the provider. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { as, declines }: Visit,
) {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    const login = { accountId: as }
    return provider.interactionFinished(request, response, { login })
  }
  if (declines) {
    const refusal = { error: 'access_denied', error_description: 'I would rather not.' }
    return provider.interactionFinished(request, response, refusal)
  }
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { consent })
}

/** Follows redirects with a cookie jar until the callback URL or a page. */
async function browse(start: string) {
  const jar = new Map<string, string>()
  let url = new URL(start)
  for (;;) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const { status, headers } = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = headers.get('location')
    if (location === null) return { status, callback: null }
    url = new URL(location, url)
    if ([redirectUri, oidcRedirectUri].some((uri) => url.href.startsWith(uri))) return { status, callback: url }
  }
}
