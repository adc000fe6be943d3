import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Settings } from '../app/settings.ts'
import { type Check, fail, timeoutMs } from './check.ts'

const dayMs = 24 * 3600 * 1000
/** Programs renew a certificate a month before its end, and try again for weeks. */
const minDays = 14

/** Checks that the certificate of the public address does not end soon. That it is trusted has been seen already. */
export async function checkCertificate({ appUrl }: Settings): Promise<Check[]> {
  const { protocol, hostname, port } = new URL(appUrl)
  if (protocol !== 'https:') return []
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const name = isIP(host) ? {} : { servername: host }
  const socket = connect({ host, ...name, port: Number(port) || 443, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    const end = new Date(socket.getPeerCertificate().valid_to)
    const days = (end.getTime() - Date.now()) / dayMs
    if (!(days < minDays)) return []
    return [
      fail(
        'certificate',
        `The certificate of ${hostname} ends on ${end.toISOString().slice(0, 10)}.`,
        'Renew it, and see why the program that renews it has not.',
      ),
    ]
  } finally {
    socket.destroy()
  }
}
