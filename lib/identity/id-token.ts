import type { JWTPayload } from 'jose'
import { decodeJwt } from 'jose/jwt/decode'
import { Problem } from '../problem.ts'

/** What an id_token has to say. */
export type Expectation = { clientId: string; nonce: string; subject: string }

/** How far the provider's clock may be off, in seconds. */
const tolerance = 60

/**
 * Checks the claims of an id_token (OpenID Connect Core, section 3.1.3.7). Its signature is not looked at:
 * it came from the token endpoint itself over TLS, which number 6 there lets stand for the signature,
 * and the profile does not come from it.
 *
 * @throws Problem `invalid_id_token`, which names the claims that are wrong
 */
export function checkIdToken(
  idToken: string,
  { clientId, nonce, subject }: Expectation,
  now: Date,
): void {
  const claims = decode(idToken)
  const oldest = now.getTime() / 1000 - tolerance
  const checks = {
    aud: [claims.aud].flat().includes(clientId),
    exp: typeof claims.exp === 'number' && claims.exp > oldest,
    nonce: claims.nonce === nonce,
    sub: claims.sub === subject,
  }
  const wrong = Object.entries(checks).flatMap(([claim, isRight]) => (isRight ? [] : [claim]))
  if (wrong.length === 0) return
  throw new Problem('invalid_id_token', {
    detail: `The identity provider vouches for another log-in than this one (wrong: ${wrong.join(', ')}). Log in again.`,
  })
}

function decode(idToken: string): JWTPayload {
  try {
    return decodeJwt(idToken)
  } catch {
    throw new Problem('invalid_id_token', {
      detail: 'The identity provider sent an id_token that is none. Log in again.',
    })
  }
}
