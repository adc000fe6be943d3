import type { Settings } from '../app/settings.ts'
import { Problem } from '../problem.ts'
import { maxClientIdLength, parseRedirectUri } from './clients.ts'
import { resourceOf, scope } from './metadata.ts'

/** The parameters of an authorization request that count; all others are ignored (contract, section 17). */
const authorizeParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
]

const tokenParameters = ['grant_type', 'code', 'redirect_uri', 'client_id', 'code_verifier', 'refresh_token']

/** Returns the query of an authorization request as oidc-provider gets it. */
export function authorizeQuery(sent: URLSearchParams, settings: Settings): URLSearchParams {
  const query = pick(sent, authorizeParameters, settings)
  query.set('scope', scope)
  return query
}

/** Returns the form of a token request as oidc-provider gets it. */
export const tokenForm = (sent: URLSearchParams, settings: Settings): URLSearchParams =>
  pick(sent, tokenParameters, settings)

/** Returns the form of a revocation as oidc-provider gets it. */
export const revocationForm = (sent: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...sent].filter(([name]) => /^(token|token_type_hint|client_id)$/.test(name)))

function pick(sent: URLSearchParams, names: readonly string[], settings: Settings) {
  const picked = new URLSearchParams()
  for (const [name, value] of sent) {
    // Redirect URIs are stored as they were parsed; what is none is refused as it stands.
    const isUri = name === 'redirect_uri'
    if (names.includes(name)) picked.append(name, (isUri && parseRedirectUri(value)) || value)
  }
  for (const resource of new Set(sent.getAll('resource').filter(Boolean))) {
    picked.append('resource', normalizeResource(resource, resourceOf(settings)))
  }
  return picked
}

/** Some clients write scheme and host in capitals, or a slash at the end (RFC 8707 compares URIs). */
const normalizeResource = (sent: string, resource: string) =>
  URL.canParse(sent) && new URL(sent).href.replace(/\/$/, '') === new URL(resource).href ? resource : sent

/**
 * Checks what is stored while the person decides: printable characters (RFC 6749, appendix A), as PostgreSQL cannot
 * store NUL.
 *
 * @throws Problem `agent_request_invalid`
 */
export function requireStorable(query: URLSearchParams): void {
  for (const [name, value] of query) {
    const isTooLong = name === 'client_id' && value.length > maxClientIdLength
    if (isTooLong || /\p{Cc}/u.test(value)) {
      throw new Problem('agent_request_invalid', {
        code: 'invalid_request',
        detail: `The agent cannot be connected: its ${name} is too long or contains control characters.`,
      })
    }
  }
}
