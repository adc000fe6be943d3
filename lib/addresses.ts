import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A host has an address that is not public. */
export class PrivateAddressError extends Error {}

/** The addresses of IPv6 that are assigned to the public Internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is one of the public Internet, also where it contains an IPv4 address. */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text)
  const isAssigned = address.kind() === 'ipv4' || address.match(globalUnicast)
  return isAssigned && address.range() === 'unicast'
}

/** Names that lead to the machine itself, whatever a name server says (RFC 6761, section 6.3). */
const localName = /(^|\.)localhost$/

/**
 * Finds the addresses of a host.
 *
 * @param options `allowPrivate`: SERVICE_PRIVATE_ADDRESSES
 * @throws PrivateAddressError if one of them is not public; the error of the name lookup
 */
export async function resolveHost(
  { hostname }: URL,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (!allowPrivate && localName.test(host)) throw privateAddress()
  const addresses = await lookup(host, { all: true })
  if (!allowPrivate && !addresses.every(({ address }) => isPublic(address))) throw privateAddress()
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
