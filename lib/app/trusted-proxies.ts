import { BlockList, isIP, isIPv6 } from 'node:net'

/** The peers whose X-Forwarded-For and X-Real-IP headers are trusted. */
type TrustedProxies = { includes(address: string): boolean }

const proxyWords: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'],
}

/**
 * Reads a list of proxies.
 *
 * @param text IP ranges such as 10.0.0.0/8, `loopback` or `private`, separated by commas
 * @throws Error that says what it must be
 */
export function proxies(text: string): TrustedProxies {
  const list = new BlockList()
  const items = text.split(',').map((item) => item.trim())
  for (const range of items.flatMap((item) => proxyWords[item] ?? item)) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d+))?$/.exec(range) ?? []
    const family = isIP(address)
    const prefix = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits)
    try {
      list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
    } catch {
      throw new Error('must be IP ranges such as 10.0.0.0/8, "loopback" or "private", separated by commas')
    }
  }
  return { includes: createAddressCheck(list) }
}

const maxRemembered = 100

/**
 * Returns a function that tells whether a list contains an address. It remembers addresses, because it is called for
 * every request, and checking one takes a tenth of the time of a small request.
 */
function createAddressCheck(list: BlockList): (address: string) => boolean {
  const remembered = new Map<string, boolean>()
  return (address) => {
    const known = remembered.get(address)
    if (known !== undefined) return known
    const isInList = list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(address, isInList)
    return isInList
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
const isInLoopback = createAddressCheck(loopback)

/** Whether a host name or IP address, also in brackets, is that of this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (/^(.+\.)?localhost$/i.test(address)) return true
  return isInLoopback(address)
}

/**
 * Returns the IP address of the client: that of the peer, or the one that trusted proxies report.
 * X-Forwarded-For is read from the right, up to the first address that is not a trusted proxy, because
 * the client itself could have sent anything to the left of it. Without X-Forwarded-For, X-Real-IP is used.
 *
 * @param peer the IP address at the other end of the connection
 */
export function clientAddress(peer: string | null, headers: Headers, trusted: TrustedProxies): string | null {
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
