import { createHmac, randomBytes } from 'node:crypto'
import timingSafeEqual from 'tsscmp'

/** How long a login may take, in seconds (contract, section 8). */
export const loginSeconds = 5 * 60

/** Creates the nonce of a login: its start time and 256 random bits. */
export function createNonce(now: Date): string {
  return `${toSeconds(now).toString(36)}-${randomBytes(32).toString('base64url')}`
}

/** What the provider gets of a login: its state, and the secrets that only its answer can belong to. */
export type LoginSecrets = {
  state: string
  /**
   * The `nonce` that the id_token must contain (OpenID Connect Core, section 3.1.2.1). It differs from the nonce in the
   * cookie, so that knowing one does not reveal the other.
   */
  tokenNonce: string
  /** what proves to the provider that the code is ours (RFC 7636) */
  codeVerifier: string
}

/** Which way of logging in a login belongs to: a state of one is no state of another. */
export type LoginMethod = 'slack' | 'oidc'

/**
 * Derives the secrets of a login from its nonce. The state is the signed nonce: `<nonce>.<hmac>` (contract, section 8).
 */
export function deriveSecrets(secretKey: string, method: LoginMethod, nonce: string): LoginSecrets {
  return {
    state: `${nonce}.${sign(secretKey, `state of ${method}`, nonce)}`,
    tokenNonce: sign(secretKey, 'id_token', nonce),
    codeVerifier: sign(secretKey, 'code_verifier', nonce),
  }
}

/**
 * Returns the secrets of the login that a `state` belongs to, if it was signed with one of these keys for this nonce
 * and the login has not taken too long.
 *
 * @param nonce from the browser's cookie
 */
export function findSecrets(
  secretKeys: readonly string[],
  method: LoginMethod,
  { state, nonce }: { state: string; nonce: string },
  now: Date,
): LoginSecrets | undefined {
  const startSeconds = Number.parseInt(nonce, 36) // up to the hyphen
  // Not a number if the nonce is none of ours.
  if (!(Math.abs(toSeconds(now) - startSeconds) <= loginSeconds)) return undefined
  return secretKeys
    .map((key) => deriveSecrets(key, method, nonce))
    .find((secrets) => timingSafeEqual(state, secrets.state))
}

/**
 * The same key also signs sessions. What is signed here has a colon, a JWT has none, so none can be taken for the
 * other.
 */
const sign = (secretKey: string, purpose: string, nonce: string) =>
  createHmac('sha256', secretKey).update(`${purpose}:${nonce}`).digest('base64url')

const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000)
