import type { JWTPayload } from 'jose'
import { decodeJwt } from 'jose/jwt/decode'
import { Problem } from '../problem.ts'

/** The claims that an id_token must have. */
export type ExpectedClaims = { clientId: string; nonce: string; subject: string }

/** How much the provider's clock may differ from ours. */
const clockToleranceSeconds = 60

/**
 * Checks the claims of an id_token (OpenID Connect Core, section 3.1.3.7). Its signature is not checked: the
 * token comes directly from the token endpoint over TLS, which rule 6 of that section accepts instead, and the
 * profile is not taken from it.
 *
 * @throws Problem `invalid_id_token`, which names the invalid claims
 */
export function checkIdToken(
  idToken: string,
  { clientId, nonce, subject }: ExpectedClaims,
  now: Date,
): void {
  const claims = decode(idToken)
  const earliestExpiry = now.getTime() / 1000 - clockToleranceSeconds
  const checks = {
    aud: [claims.aud].flat().includes(clientId),
    exp: typeof claims.exp === 'number' && claims.exp > earliestExpiry,
    nonce: claims.nonce === nonce,
    sub: claims.sub === subject,
  }
  const invalid = Object.entries(checks).flatMap(([claim, isValid]) => (isValid ? [] : [claim]))
  if (invalid.length === 0) return
  throw new Problem('invalid_id_token', {
    detail: `The ID token of the identity provider does not belong to this login (invalid claims: ${invalid.join(', ')}). Log in again.`,
  })
}

function decode(idToken: string): JWTPayload {
  try {
    return decodeJwt(idToken)
  } catch {
    throw new Problem('invalid_id_token', {
      detail: 'The identity provider sent an ID token that is not a JWT. Log in again.',
    })
  }
}
