import { createHmac, randomBytes } from 'node:crypto'
import timingSafeEqual from 'tsscmp'

/** How long a login may take, in seconds (contract, section 8). */
export const loginSeconds = 5 * 60

/** Creates the nonce of a login: its start time and 256 random bits. */
export function createNonce(now: Date): string {
  return `${toSeconds(now).toString(36)}-${randomBytes(32).toString('base64url')}`
}

/** Returns the signed nonce that is sent as `state`: `<nonce>.<hmac>` (contract, section 8). */
export function signState(secretKey: string, nonce: string): string {
  return `${nonce}.${sign(secretKey, 'state', nonce)}`
}

/**
 * Returns the `nonce` that the id_token must contain (OpenID Connect Core, section 3.1.2.1). It differs from the
 * nonce in the cookie, so that knowing one does not reveal the other.
 */
export function deriveTokenNonce(secretKey: string, nonce: string): string {
  return sign(secretKey, 'id_token', nonce)
}

/**
 * Whether a `state` was signed with one of these keys for this nonce, and the login has not taken too long.
 *
 * @param nonce from the browser's cookie
 */
export function isValidState(
  secretKeys: readonly string[],
  state: string,
  nonce: string,
  now: Date,
): boolean {
  if (!secretKeys.some((key) => timingSafeEqual(state, signState(key, nonce)))) return false
  const startSeconds = Number.parseInt(nonce, 36) // up to the hyphen
  return Math.abs(toSeconds(now) - startSeconds) <= loginSeconds
}

/** The same key also signs sessions. What is signed here has a colon, a JWT has none, so none can be taken for the other. */
const sign = (secretKey: string, purpose: string, nonce: string) =>
  createHmac('sha256', secretKey).update(`${purpose}:${nonce}`).digest('base64url')

const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000)
