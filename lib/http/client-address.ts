import { isIP } from 'node:net'
import type { TrustedProxies } from '../settings.ts'

/**
 * The address a request came from: the peer's, or what trusted proxies say of theirs. X-Forwarded-For is
 * read from the right, up to the first address that is no trusted proxy; what stands left of it anybody
 * could have written. X-Real-IP counts where there is no X-Forwarded-For.
 *
 * @param peer the address at the other end of the connection
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
