import * as v from 'valibot'
import { text } from '../schemas/text.ts'
import { Email } from '../schemas/user.ts'

/** Reads an email address and a name as another service has them. Those that an account cannot have count as absent. */
export function readProfile(given: { email?: unknown; name?: unknown }) {
  const email = v.safeParse(Email, given.email)
  const name = v.safeParse(text(300), given.name)
  return {
    email: email.success ? email.output : null,
    displayName: name.success ? name.output : null,
  }
}
