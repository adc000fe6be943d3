import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'

const prefix = 'whsec_'
const ivBytes = 12
const tagBytes = 16

/** Creates a secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export const createSecret = () => prefix + randomBytes(32).toString('base64')

const keyFrom = (secretKey: string) => new Uint8Array(hkdfSync('sha256', secretKey, '', 'secrets of webhooks', 32))

/**
 * Encrypts the secret of a webhook for the database (AES-256-GCM).
 *
 * @param secretKey SERVICE_SECRET_KEY, from which the key is derived
 * @returns the initialization vector, the tag and the encrypted text
 */
export function encryptSecret(secretKey: string, secret: string): Uint8Array {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), iv)
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/**
 * Decrypts what `encryptSecret` returned.
 *
 * @param secretKeys SERVICE_SECRET_KEY, and SERVICE_SECRET_KEY_PREVIOUS if it is set
 * @returns null if another key encrypted it
 */
export function decryptSecret(secretKeys: readonly string[], stored: Uint8Array): string | null {
  for (const secretKey of secretKeys) {
    const secret = decrypt(secretKey, stored)
    if (secret !== null) return secret
  }
  return null
}

function decrypt(secretKey: string, stored: Uint8Array) {
  const textStart = ivBytes + tagBytes
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), stored.subarray(0, ivBytes))
  decipher.setAuthTag(stored.subarray(ivBytes, textStart))
  try {
    return decipher.update(stored.subarray(textStart), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/**
 * Signs a delivery as Standard Webhooks defines.
 *
 * @param id the ID of the delivery, the same in each attempt
 * @param at the time of the attempt
 * @returns the headers of the request
 */
export function signatureHeaders(secret: string, id: string, at: Date, body: string) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/**
 * Encrypts the secrets of webhooks with SERVICE_SECRET_KEY that were encrypted with SERVICE_SECRET_KEY_PREVIOUS, which
 * can then be removed from the settings.
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
