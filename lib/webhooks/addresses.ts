import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** A host has an address that is not public. */
export class PrivateAddressError extends Error {}

/** Whether an IP address is one of the public Internet, also where it contains an IPv4 address. */
export const isPublic = (address: string) => ipaddr.process(address).range() === 'unicast'

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
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true })
  if (!allowPrivate && !addresses.every(({ address }) => isPublic(address))) {
    throw new PrivateAddressError('the host has a private address')
  }
  return addresses
}
