import { BlockList, isIPv6 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host name or IP address, also in brackets, is that of this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (/^(.+\.)?localhost$/i.test(address)) return true
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
