import { createHmac } from 'node:crypto'
import timingSafeEqual from 'tsscmp'

/** How long a token is valid, before and after its time. */
const validMs = 60_000

/** Issues the token with which `npm run doctor` asks the running service about its proxy: `<time>.<hmac>`. */
export function issueDoctorToken(secretKey: string, now: Date): string {
  const time = String(now.getTime())
  return `${time}.${sign(secretKey, time)}`
}

/** Whether a token was issued with one of these keys, within the last minute. */
export function isDoctorToken(secretKeys: readonly string[], token: string, now: Date): boolean {
  const [time = '', signature = ''] = token.split('.')
  if (!secretKeys.some((key) => timingSafeEqual(signature, sign(key, time)))) return false
  return Math.abs(now.getTime() - Number(time)) <= validMs
}

/** The entity tag, and the cookie, of an answer to a token: no two tokens have the same. */
export const probeTag = (token: string) => `"${token.split('.')[0]}"`

/** The colon keeps it apart from sessions, and the purpose from logins, which the same key signs. */
const sign = (secretKey: string, time: string) =>
  createHmac('sha256', secretKey).update(`doctor:${time}`).digest('base64url')
