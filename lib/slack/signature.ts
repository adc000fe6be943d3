import { createHmac } from 'node:crypto'
import timingSafeEqual from 'tsscmp'

/** How far a timestamp may differ from our clock, either way. */
const maxSkewSeconds = 300

const timestampHeader = 'x-slack-request-timestamp'
const signatureHeader = 'x-slack-signature'

/**
 * Whether the headers of a request could belong to one that Slack has signed within 300 s. The body need not be known.
 */
export function mayBeSigned(headers: Headers, now: Date): boolean {
  const timestamp = headers.get(timestampHeader) ?? ''
  const isRecent = Math.abs(now.getTime() / 1000 - Number(timestamp)) <= maxSkewSeconds
  return /^\d{1,12}$/.test(timestamp) && isRecent && headers.has(signatureHeader)
}

/**
 * Whether Slack signed a request: HMAC-SHA256 of `v0:timestamp:body` with the signing secret, within 300 s
 * (Slack, "Verifying requests from Slack"). The comparison takes constant time.
 *
 * @param body the raw body
 */
export function isSigned(signingSecret: string, headers: Headers, body: string, now: Date): boolean {
  if (!mayBeSigned(headers, now)) return false
  const timestamp = headers.get(timestampHeader) ?? ''
  const signature = headers.get(signatureHeader) ?? ''
  return timingSafeEqual(signature, sign(signingSecret, timestamp, body))
}

const sign = (secret: string, timestamp: string, body: string) =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`
