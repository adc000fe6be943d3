import * as v from 'valibot'
import { text } from '../schemas/text.ts'
import { Email } from '../schemas/user.ts'

type Claims = Record<string, unknown>

/**
 * Reads an email address and a name as another service has them. Those that an account cannot have count as absent.
 *
 * @throws Error if the email address contains what no text can
 */
export function readProfile({ email: address, name }: Claims) {
  if (typeof address === 'string' && address.includes('\0')) throw unreadable()
  const email = v.safeParse(Email, address)
  const displayName = v.safeParse(text(300), name)
  return { email: email.success ? email.output : null, displayName: displayName.success ? displayName.output : null }
}

/**
 * Reads the ID of a person at another service, which is compared as it is.
 *
 * @throws Error if it is none that can be stored
 */
export function readIdentifier(value: unknown, maxLength: number): string {
  const isStorable = typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value)
  if (!isStorable || value === '' || value.length > maxLength) throw unreadable()
  return value
}

const unreadable = () => new Error('an ID or email address in the response cannot be read')

/**
 * What a provider says of an email address (contract, section 8): only `true` proves it, as a text, too, because some
 * providers send that. Without the claim, it depends on how far the provider is trusted. Anything else refutes it.
 */
export function verificationOf({ email_verified: claim }: Claims): 'proved' | 'unknown' | 'refuted' {
  if (claim === undefined) return 'unknown'
  return claim === true || claim === 'true' ? 'proved' : 'refuted'
}
