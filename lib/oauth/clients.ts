import * as v from 'valibot'
import type { ConsentRequest } from '../context.ts'

/** The longest ID of a client: the URL of a client metadata document. */
export const maxClientIdLength = 2000
const maxNameLength = 80
const maxRedirectUris = 20
const maxUriLength = 1000

/** Control characters, and those that change the direction of a text or cannot be seen. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]+/gu

/** Schemes that a browser handles itself, so that no program gets the answer. */
const browserSchemes = new Set(
  'javascript data vbscript blob file filesystem about view-source ws wss ftp chrome'.split(' '),
)

/**
 * A redirect URI that an agent may have: https, http on a loopback address, or a private scheme such as `cursor:`.
 * oidc-provider checks that http is only used on loopback addresses, and that there is no fragment.
 */
const RedirectUri = v.pipe(
  v.string(),
  v.maxLength(maxUriLength),
  v.regex(/^[\x21-\x7e]+$/),
  v.check((uri) => {
    if (!URL.canParse(uri)) return false
    const { protocol, username, password } = new URL(uri)
    return !browserSchemes.has(protocol.slice(0, -1)) && !username && !password
  }),
)

const ClientMetadata = v.object({
  client_name: v.optional(v.unknown()),
  redirect_uris: v.pipe(
    v.array(v.unknown()),
    v.minLength(1),
    v.maxLength(maxRedirectUris),
    v.array(RedirectUri),
  ),
})

/** What is kept of a client's metadata. */
export type Client = {
  client_name?: string
  redirect_uris: string[]
  token_endpoint_auth_method: 'none'
}

/**
 * Reads the metadata of a client, registered or from a client metadata document. Every client is a public, native one, whatever
 * else it says (contract, section 17).
 *
 * @returns null if a redirect URI is missing or not allowed
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
