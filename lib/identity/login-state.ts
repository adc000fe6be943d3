import { createHmac, randomBytes } from 'node:crypto'
import compare from 'tsscmp'

/** How long a log-in may take, in seconds (specification, "Authentication" 4). */
export const loginSeconds = 5 * 60

/** Makes the nonce of one log-in: when it began, and 256 random bits. */
export function createNonce(now: Date): string {
  return `${secondsOf(now).toString(36)}-${randomBytes(32).toString('base64url')}`
}

/** The signed nonce that travels as `state`: `<nonce>.<hmac>` (contract, section 8). */
export function signState(secretKey: string, nonce: string): string {
  return `${nonce}.${sign(secretKey, 'state', nonce)}`
}

/**
 * The `nonce` that the id_token has to bear (OpenID Connect Core, section 3.1.2.1). It is not the one of
 * the cookie, so that whoever sees the one does not have the other.
 */
export function deriveTokenNonce(secretKey: string, nonce: string): string {
  return sign(secretKey, 'id_token', nonce)
}

/**
 * Whether a `state` is the one that went with a nonce of ours, not longer ago than a log-in may take.
 *
 * @param nonce of the browser's cookie
 */
export function isOwnState(secretKey: string, state: string, nonce: string, now: Date): boolean {
  if (!compare(state, signState(secretKey, nonce))) return false
  const begun = Number.parseInt(nonce, 36)
  return Math.abs(secondsOf(now) - begun) <= loginSeconds
}

/** The key signs sessions as well: the purpose, with its colon, keeps each from passing for another. */
const sign = (secretKey: string, purpose: string, nonce: string) =>
  createHmac('sha256', secretKey).update(`${purpose}:${nonce}`).digest('base64url')

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)
