import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'

/** How long a session lasts, in seconds (contract, section 8). */
export const sessionSeconds = 24 * 60 * 60

const encoder = new TextEncoder()

/**
 * Issues a session token: a JWT (RFC 7519) with HS256, whose `sub` is the user ID, valid for 24 hours.
 *
 * @param secretKey SERVICE_SECRET_KEY
 * @param generation the user's `session_generation`: a deactivation begins a new one, which ends the sessions of others
 */
export function issueSession(
  secretKey: string,
  userId: string,
  now: Date,
  generation = 0,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ generation })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + sessionSeconds)
    .sign(encoder.encode(secretKey))
}

/**
 * Reads a session token.
 *
 * @returns the user ID, the generation, and the time at which it expires (Unix time in milliseconds); null if the token is
 *   invalid or expired
 */
export async function readSession(
  secretKey: string,
  token: string,
  now: Date,
): Promise<{ userId: string; generation: number; expiresAtMs: number } | null> {
  try {
    const { payload } = await jwtVerify(token, encoder.encode(secretKey), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'exp'],
      currentDate: now,
    })
    const { sub: userId = '', exp = 0, generation = 0 } = payload
    return { userId, generation: Number(generation), expiresAtMs: exp * 1000 }
  } catch {
    return null
  }
}
