import type { Settings } from '../app/settings.ts'
import type { Role } from '../schemas/user.ts'
import type { Identity, LinkedIdentity } from './accounts.ts'
import { readIdentifier, readProfile, verificationOf } from './profile.ts'

type Claims = Record<string, unknown>

const maxSubjectLength = 1000

/**
 * Reads who a person is from the claims of a provider (contract, section 19). An invalid email address or name counts as
 * absent.
 *
 * @param claims of the id_token
 * @param profile the response of the userinfo endpoint, which belongs to the same person
 */
export function readIdentity(
  claims: Claims & { iss: string; sub: string },
  profile: Claims,
  settings: Settings,
): Identity {
  const all: Claims = { ...claims, ...profile, iss: claims.iss }
  const { email, displayName } = readProfile(all)
  const emailRefusal = refuseEmail(email, all, settings)
  return {
    messagingUserId: null,
    email,
    isEmailVerified: emailRefusal === null,
    displayName,
    linked: {
      issuer: claims.iss,
      subject: readIdentifier(claims.sub, maxSubjectLength),
      emailRefusal,
      role: decideRole(all, settings),
    },
  }
}

const google = 'https://accounts.google.com'

/** Returns why an email address cannot tell whose account it is, if it cannot. */
function refuseEmail(
  email: string | null,
  claims: Claims,
  { oidcAllowedDomains: domains }: Settings,
): LinkedIdentity['emailRefusal'] {
  if (email === null) return 'email_missing'
  const isAllowed = (domain: unknown) => domains.includes(String(domain).toLowerCase())
  if (domains.length > 0) {
    // Anyone can have a private account at Google under an address of the company: only `hd` says who belongs to it.
    const isMember = claims.iss !== google || isAllowed(claims.hd)
    if (!isAllowed(email.split('@').at(-1)) || !isMember) return 'domain_not_allowed'
  }
  const verification = verificationOf(claims)
  const isTrusted = verification === 'proved' || (verification === 'unknown' && domains.length > 0)
  return isTrusted ? null : 'email_unverified'
}

/** Returns the role that the groups of a person give them; null if the provider does not decide it. */
function decideRole(claims: Claims, settings: Settings): Role | null {
  const { oidcGroupsClaim, oidcAdminGroups, oidcEditorGroups } = settings
  if (oidcAdminGroups.length + oidcEditorGroups.length === 0) return null
  const claim = claims[oidcGroupsClaim]
  if (claim === undefined && areGroupsLeftOut(claims, oidcGroupsClaim)) return null
  const groups = [claim].flat()
  const isIn = (names: readonly string[]) => names.some((name) => groups.includes(name))
  if (isIn(oidcAdminGroups)) return 'admin'
  return isIn(oidcEditorGroups) ? 'editor' : 'viewer'
}

/** Whether a token says that it would have been too large with the groups, as those of Entra ID do. */
const areGroupsLeftOut = ({ _claim_names, hasgroups }: Claims, claim: string) =>
  String(hasgroups) === 'true' || ['groups', claim].some((name) => name in Object(_claim_names))
