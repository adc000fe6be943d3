import { decodeJwt } from 'jose/jwt/decode'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'

/** How long a session lasts without being renewed, in seconds (contract, section 8). */
export const sessionSeconds = 24 * 60 * 60
/** A session in use is renewed once it is as old as this, in seconds. */
const renewalSeconds = 60 * 60
/** Renewals end this long after the login, in seconds. */
const maxSeconds = 30 * 24 * 60 * 60

const encoder = new TextEncoder()
const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

/**
 * Issues a session token: a JWT (RFC 7519) with HS256, whose `sub` is the user ID, valid for 24 hours. `auth_time` is
 * the time of the login (OpenID Connect Core, section 2).
 *
 * @param secretKey SERVICE_SECRET_KEY
 * @param generation the user's `session_generation`: a deactivation begins a new one, which ends the sessions of others
 * @param loggedInAt Unix time in seconds
 */
export function issueSession(
  secretKey: string,
  userId: string,
  now: Date,
  generation = 0,
  loggedInAt = toSeconds(now),
): Promise<string> {
  const issuedAt = toSeconds(now)
  return new SignJWT({ generation, auth_time: loggedInAt })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(Math.min(issuedAt + sessionSeconds, loggedInAt + maxSeconds))
    .sign(encoder.encode(secretKey))
}

type Session = {
  userId: string
  generation: number
  /** Unix time in milliseconds */
  expiresAtMs: number
}

/**
 * Reads a session token.
 *
 * @param secretKeys SERVICE_SECRET_KEY, and SERVICE_SECRET_KEY_PREVIOUS if it is set
 * @returns null if the token is invalid or expired
 */
export async function readSession(secretKeys: readonly string[], token: string, now: Date): Promise<Session | null> {
  for (const secretKey of secretKeys) {
    const session = await verifySession(secretKey, token, now).catch(() => null)
    if (session) return session
  }
  return null
}

async function verifySession(secretKey: string, token: string, now: Date): Promise<Session> {
  const { payload } = await jwtVerify(token, encoder.encode(secretKey), {
    algorithms: ['HS256'],
    requiredClaims: ['sub', 'exp'],
    currentDate: now,
  })
  const { sub: userId = '', exp = 0, generation = 0 } = payload
  return { userId, generation: Number(generation), expiresAtMs: exp * 1000 }
}

/**
 * Renews a session in use (contract, section 8).
 *
 * @param token a valid token
 * @returns a new token; null if this one is not an hour old yet, or the login was 30 days ago
 */
export async function renewSession(secretKey: string, token: string, now: Date): Promise<string | null> {
  const { sub = '', iat = 0, generation = 0, auth_time = iat } = decodeJwt(token)
  const loggedInAt = Number(auth_time)
  const isDue = toSeconds(now) >= iat + renewalSeconds
  if (!isDue || toSeconds(now) >= loggedInAt + maxSeconds) return null
  return issueSession(secretKey, sub, now, Number(generation), loggedInAt)
}
