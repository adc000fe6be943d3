import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A host has an address to which nothing may be sent: one that is not public, or one of a cloud's own services. */
export class PrivateAddressError extends Error {}

/** Whether a URL has a port of web servers: none of mail, remote logins and the like. */
export const hasWebPort = ({ protocol, port }: URL): boolean =>
  port === '' ? protocol === 'https:' : port === '443' || Number(port) > 1023

/** The addresses of IPv6 that are assigned to the public Internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is one of the public Internet, also where it contains an IPv4 address. */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text)
  const isAssigned = address.kind() === 'ipv4' || address.match(globalUnicast)
  return isAssigned && address.range() === 'unicast'
}

/**
 * Where clouds give a machine its credentials and settings: all link-local addresses, those of Azure, Alibaba, Oracle
 * and, in IPv6, AWS, Google and Scaleway.
 */
const cloudServices = [
  ...['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'],
  ...['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::254/128', 'fd00:42::42/128'],
].map((range) => ipaddr.parseCIDR(range))

/** Ranges of IPv6 that lead to IPv4 addresses, and where the bytes of these are (RFC 6052, section 2.2). */
const translated: { range: ReturnType<typeof ipaddr.parseCIDR>; at: number[] }[] = [
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48'].map((range) => ({
    range: ipaddr.parseCIDR(range),
    at: [12, 13, 14, 15],
  })),
  { range: ipaddr.parseCIDR('64:ff9b:1::/48'), at: [6, 7, 9, 10] },
  { range: ipaddr.parseCIDR('2002::/16'), at: [2, 3, 4, 5] },
]

/** Whether an IP address is one of a cloud's own services, however it is written. */
export function isCloudService(text: string): boolean {
  const address = ipaddr.process(text)
  const isIn = (range: [ipaddr.IPv4 | ipaddr.IPv6, number], of: typeof address = address) =>
    range[0].kind() === of.kind() && of.match(range)
  const embedded = translated
    .filter(({ range }) => isIn(range))
    .map(({ at }) => ipaddr.fromByteArray(at.map((byte) => address.toByteArray()[byte] ?? 0)))
  return [address, ...embedded].some((each) => cloudServices.some((range) => isIn(range, each)))
}

/** Names that lead to the machine itself, whatever a name server says (RFC 6761, section 6.3). */
const localName = /(^|\.)localhost$/

/**
 * Finds the addresses of a host.
 *
 * @param options `allowPrivate`: SERVICE_PRIVATE_ADDRESSES
 * @throws PrivateAddressError if one of them is not public, or is a cloud's own service; the error of the name lookup
 */
export async function resolveHost(
  { hostname }: URL,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (!allowPrivate && localName.test(host)) throw privateAddress()
  const addresses = await lookup(host, { all: true })
  const isAllowed = ({ address }: LookupAddress) => !isCloudService(address) && (allowPrivate || isPublic(address))
  if (!addresses.every(isAllowed)) throw privateAddress()
  return addresses
}

const privateAddress = () => new PrivateAddressError('the host has a private address')

/** Returns a name lookup that gives the addresses, whatever the name leads to by now. */
export function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all || !first) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}
