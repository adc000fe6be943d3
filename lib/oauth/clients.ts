import * as v from 'valibot'
import type { ConsentRequest } from '../context.ts'

/** The longest ID of a client: the URL of a client metadata document. */
export const maxClientIdLength = 2000
const maxNameLength = 80
const maxRedirectUris = 20
const maxUriLength = 1000

/** Control characters, and those that change the direction of a text or cannot be seen. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]+/gu

/** Schemes of agents that have no dot, though they should (RFC 8252, section 7.1). */
const agentSchemes = new Set(
  'claude code-oss cursor jetbrains kiro lmstudio raycast trae vscode vscode-insiders vscodium warp windsurf zed'.split(
    ' ',
  ),
)

/** Whether a scheme is that of one app: no browser, system or office suite does anything with it. */
const isAppScheme = (scheme: string) => scheme.includes('.') || agentSchemes.has(scheme)

const isLoopback = (hostname: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/**
 * Returns a redirect URI as browsers understand it, if an agent may have it: https, http on a loopback address and
 * there only, or the scheme of an app such as `cursor:`, without a fragment. oidc-provider refuses a client that has
 * others.
 */
export function parseRedirectUri(uri: string): string | null {
  if (!/^[\x21-\x22\x24-\x7e]+$/.test(uri) || !URL.canParse(uri)) return null
  const { protocol, hostname, username, password, href } = new URL(uri)
  // Browsers read `https:a.example` as https://a.example.
  const isWeb = /^https?:\/\/[^/\\]/i.test(uri) && (protocol === 'http:') === isLoopback(hostname)
  return (isWeb || isAppScheme(protocol.slice(0, -1))) && !username && !password ? href : null
}

/** The redirect URIs that an agent may have: one that it may not have does not keep it from the others. */
const toAllowed = (uris: unknown[]) =>
  uris.flatMap((uri) => (typeof uri === 'string' && uri.length <= maxUriLength ? (parseRedirectUri(uri) ?? []) : []))

const ClientMetadata = v.object({
  client_name: v.optional(v.unknown()),
  redirect_uris: v.pipe(
    v.array(v.unknown()),
    v.maxLength(maxRedirectUris),
    v.transform(toAllowed),
    v.array(v.string()),
    v.minLength(1),
  ),
})

/** What is kept of a client's metadata. */
type Client = { client_name?: string; redirect_uris: string[]; token_endpoint_auth_method: 'none' }

/**
 * Reads the metadata of a client, registered or from a client metadata document. Every client is a public, native one,
 * whatever else it says (contract, section 17).
 *
 * @returns null if it has no redirect URI that is allowed
 */
export function readClient(metadata: unknown): Client | null {
  const result = v.safeParse(ClientMetadata, metadata)
  if (!result.success) return null
  const { client_name, redirect_uris } = result.output
  const name = typeof client_name === 'string' ? cleanName(client_name) : ''
  return { ...(name && { client_name: name }), redirect_uris, token_endpoint_auth_method: 'none' }
}

const cleanName = (name: string) =>
  [
    ...name
      .slice(0, 4 * maxNameLength)
      .replace(unseen, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, maxNameLength)
    .join('')
    .trim()

type Destination = ConsentRequest['destination']

/** Returns where a redirect URI leads. */
export function destinationOf(redirectUri: string): Destination {
  const { protocol, host } = new URL(redirectUri)
  if (protocol === 'https:') return { kind: 'server', host }
  return protocol === 'http:' ? { kind: 'loopback', host } : { kind: 'app', host: protocol }
}

/** Returns the name of a client for people, or where its answers go. */
export const nameOf = (name: string | undefined, { host }: Destination): string =>
  name ?? (host.slice(0, maxNameLength) || 'Unnamed')
