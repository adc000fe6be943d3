import { createHmac } from 'node:crypto'
import timingSafeEqual from 'tsscmp'

/** How far a timestamp may differ from our clock, either way. */
const maxSkewSeconds = 300

/**
 * Whether Slack signed a request: HMAC-SHA256 of `v0:timestamp:body` with the signing secret, within 300 s
 * (Slack, "Verifying requests from Slack"). The comparison takes constant time.
 *
 * @param body the raw body
 */
export function isSigned(
  signingSecret: string,
  headers: Headers,
  body: string,
  now: Date,
): boolean {
  const timestamp = headers.get('x-slack-request-timestamp') ?? ''
  const signature = headers.get('x-slack-signature') ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxSkewSeconds) return false
  return timingSafeEqual(signature, sign(signingSecret, timestamp, body))
}

const sign = (secret: string, timestamp: string, body: string) =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`
