import { isIP } from 'node:net'
import type { TrustedProxies } from '../app/trusted-proxies.ts'

/**
 * Returns the IP address of the client: that of the peer, or the one that trusted proxies report.
 * X-Forwarded-For is read from the right, up to the first address that is not a trusted proxy, because
 * the client itself could have sent anything to the left of it. Without X-Forwarded-For, X-Real-IP is used.
 *
 * @param peer the IP address at the other end of the connection
 */
export function clientAddress(
  peer: string | null,
  headers: Headers,
  trusted: TrustedProxies,
): string | null {
  const forwarded = headers.get('x-forwarded-for') ?? headers.get('x-real-ip')
  if (forwarded === null || peer === null || !trusted.includes(peer)) return peer
  const hops = forwarded.split(',').map((hop) => hop.trim())
  let client = peer
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) break
    client = hop
    if (!trusted.includes(hop)) break
  }
  return client
}
