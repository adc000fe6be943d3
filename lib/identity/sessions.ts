import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'

/** How long a session lasts, in seconds (specification, "Limits"). */
export const sessionSeconds = 24 * 60 * 60

const encoder = new TextEncoder()

/**
 * Issues a session token: a JWT (RFC 7519), HS256, `sub` = user id, valid for 24 hours.
 *
 * @param secretKey SERVICE_SECRET_KEY
 */
export function issueSession(secretKey: string, userId: string, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + sessionSeconds)
    .sign(encoder.encode(secretKey))
}

/**
 * @returns the user id a session token stands for and when it expires, in milliseconds since 1970; null
 *   if it is forged, spoilt or expired
 */
export async function readSession(
  secretKey: string,
  token: string,
  now: Date,
): Promise<{ userId: string; expires: number } | null> {
  try {
    const { payload } = await jwtVerify(token, encoder.encode(secretKey), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'exp'],
      currentDate: now,
    })
    const { sub: userId = '', exp = 0 } = payload
    return { userId, expires: exp * 1000 }
  } catch {
    return null
  }
}
