import type { Settings } from '../app/settings.ts'
import { isLoopback } from '../app/trusted-proxies.ts'
import { Problem } from '../problem.ts'

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip']

/**
 * Refuses requests that do not come from this machine while anyone can log in as anyone: those of other machines,
 * also behind a proxy, and those of web pages whose host name was made to point here (DNS rebinding).
 *
 * @param peer the IP address at the other end of the connection, if it is known
 * @throws Problem `dev_mode` (contract, section 18)
 */
export function requireOwnMachine(
  { appUrl }: Pick<Settings, 'appUrl'>,
  { headers, url }: Request,
  peer: string | null,
): void {
  const hops = forwardingHeaders.flatMap((name) => headers.get(name)?.split(/[,;]/) ?? [])
  const addresses = hops.map(toAddress).filter(Boolean)
  const { hostname } = new URL(url)
  const isOwnHost = isLoopback(hostname) || hostname === new URL(appUrl).hostname
  const isOwnClient = [peer ?? '127.0.0.1', ...addresses].every(isLoopback)
  if (!isOwnHost || !isOwnClient) throw new Problem('dev_mode')
}

/** The address in an element of X-Forwarded-For or Forwarded (RFC 7239); empty in `proto=` and the like. */
function toAddress(element: string): string {
  const [name = '', value] = element.trim().split('=')
  if (value !== undefined && name.toLowerCase() !== 'for') return ''
  const text = (value ?? name).replaceAll('"', '')
  return /^\[(.*)\]/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
}
