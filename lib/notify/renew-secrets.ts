import type { Context } from '../context.ts'
import { decryptSecret, encryptSecret } from './webhook-secrets.ts'

/**
 * Encrypts the secrets of webhooks with SERVICE_SECRET_KEY that were encrypted with SERVICE_SECRET_KEY_PREVIOUS, which can
 * then be removed from the settings.
 */
export async function renewSecrets({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  const { secretKey, previousSecretKey } = settings
  if (previousSecretKey === null) return
  const all = await db.many<{ id: string; encrypted_secret: Uint8Array }>('notify/list-secrets')
  for (const { id, encrypted_secret } of all) {
    if (decryptSecret([secretKey], encrypted_secret) !== null) continue
    const secret = decryptSecret([previousSecretKey], encrypted_secret)
    if (secret === null) continue
    const renewed = encryptSecret(secretKey, secret)
    await db.run('notify/set-secret', { id, encrypted_secret: renewed })
  }
}
