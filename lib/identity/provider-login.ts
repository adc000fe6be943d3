import { hash } from 'node:crypto'
import { secretKeys } from '../app/settings.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { User } from '../schemas/user.ts'
import { type LoginAttempt, logIn, recordFailure } from './log-in.ts'
import { createNonce, deriveSecrets, findSecrets, type LoginMethod, type LoginSecrets } from './login-state.ts'
import { providerProblem } from './provider-error.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'providers' | 'credentials' | 'now'>

/** The parameters of a callback from the provider, and the nonce in the browser's cookie that its state names. */
type Callback = { nonce?: string | undefined; state?: string; code?: string; error?: string; iss?: string }

/** How long all requests to the provider may take together. */
const providerTimeoutMs = 10_000

/**
 * Begins a login (contract, section 8).
 *
 * @returns the URL to redirect the browser to, and the nonce for its cookie
 * @throws Problem `slack_login_off`, `oidc_login_off` or `idp_unreachable`
 */
export async function beginLogin(
  { settings, providers, now }: Omit<Needs, 'db'>,
  method: LoginMethod,
): Promise<{ location: string; nonce: string }> {
  const provider = providers[method]
  provider.check()
  const nonce = createNonce(now())
  const secrets = deriveSecrets(settings.secretKey, method, nonce)
  return { location: await provider.authorizationUrl(secrets), nonce }
}

/**
 * Checks that the provider answers to a login that this browser began (contract, section 8).
 * The nonce has then been used.
 *
 * @returns the secrets of the login
 * @throws Problem `slack_login_off`, `oidc_login_off`, `state_mismatch`, or those of providerProblem()
 */
export async function acceptCallback(
  { db, settings, providers, now }: Needs,
  method: LoginMethod,
  { nonce = '', state = '', error }: Callback,
): Promise<LoginSecrets> {
  providers[method].check()
  const secrets = findSecrets(secretKeys(settings), method, { state, nonce }, now())
  if (!secrets) {
    // An error does not log anyone in, so it needs no valid state. Its code helps the operator of the service.
    throw error === undefined ? new Problem('state_mismatch') : providerProblem(error, method)
  }
  const nonce_hash = hash('sha256', nonce, 'buffer')
  if (!(await db.one('identity/consume-nonce', { nonce_hash }))) {
    throw new Problem('state_mismatch', { detail: 'This login link was already used. Log in again.' })
  }
  return secrets
}

/**
 * Completes a login (contract, section 8).
 *
 * @param secrets of the login, from `acceptCallback`
 * @param attempt for the audit log
 * @param signal aborts the requests to the provider
 * @returns the user and a session token
 * @throws Problem `idp_unreachable`, `invalid_id_token`, those of providerProblem() and those of logIn()
 */
export async function completeLogin(
  ctx: Needs,
  callback: Callback,
  secrets: LoginSecrets,
  attempt: LoginAttempt & { method: LoginMethod },
  signal = AbortSignal.timeout(providerTimeoutMs),
): Promise<{ user: User; session: string }> {
  const identity = await fetchIdentity(ctx, callback, secrets, attempt.method, signal).catch(async (error: unknown) => {
    await auditFailure(ctx, attempt, error)
    throw error
  })
  return logIn(ctx, identity, attempt)
}

async function fetchIdentity(
  { providers }: Needs,
  { code, error, iss: issuer }: Callback,
  secrets: LoginSecrets,
  method: LoginMethod,
  signal: AbortSignal,
) {
  if (error !== undefined || !code) throw providerProblem(error, method)
  return providers[method].fetchIdentity({ code, issuer }, secrets, signal)
}

async function auditFailure({ db }: Needs, attempt: LoginAttempt, error: unknown) {
  const reason = error instanceof Problem ? (error.members.code ?? error.code) : 'internal'
  await recordFailure(db, { actor: null, target: null }, { ...attempt, reason })
}
