import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { User } from '../schemas/user.ts'
import { type Settings, secretKeys } from '../settings.ts'
import { checkIdToken } from './id-token.ts'
import { type LoginAttempt, logIn, recordFailure } from './log-in.ts'
import { createNonce, deriveTokenNonce, isValidState, signState } from './login-state.ts'
import {
  authorizationUrl,
  fetchProfile,
  fetchTokens,
  type Profile,
  type Provider,
  parseProfile,
  parseTokens,
  readProvider,
} from './openid-connect.ts'
import { providerProblem } from './provider-error.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'now'>

/** The parameters of a callback from the provider, and the nonce in the browser's cookie that its state names. */
export type Callback = { nonce?: string | undefined; state?: string; code?: string; error?: string }

/** How long all requests to the provider may take together. */
const providerTimeoutMs = 10_000

/**
 * Begins a login (contract, section 8).
 *
 * @returns the URL to redirect the browser to, and the nonce for its cookie
 * @throws Problem `slack_login_off`
 */
export function beginLogin(settings: Settings, now: Date): { location: string; nonce: string } {
  const nonce = createNonce(now)
  const location = authorizationUrl(readProvider(settings), {
    state: signState(settings.secretKey, nonce),
    nonce: deriveTokenNonce(settings.secretKey, nonce),
  })
  return { location, nonce }
}

/**
 * Checks that the provider answers to a login that this browser began (contract, section 8).
 * The nonce has then been used.
 *
 * @throws Problem `slack_login_off`, `state_mismatch`, or those of providerProblem()
 */
export async function acceptCallback(
  { db, settings, now }: Needs,
  { nonce = '', state = '', error }: Callback,
): Promise<void> {
  readProvider(settings)
  if (!isValidState(secretKeys(settings), state, nonce, now())) {
    // An error does not log anyone in, so it needs no valid state. Its code helps the operator of the service.
    throw error === undefined ? new Problem('state_mismatch') : providerProblem(error)
  }
  const nonce_hash = hash('sha256', nonce, 'buffer')
  if (!(await db.one('logins/consume-nonce', { nonce_hash }))) {
    throw new Problem('state_mismatch', {
      detail: 'This login link was already used. Log in again.',
    })
  }
}

/**
 * Completes a login (contract, section 8).
 *
 * @param nonce of the login that `acceptCallback` checked
 * @param client the IP address of the browser, for the audit log
 * @param signal aborts the requests to the provider
 * @returns the user and a session token
 * @throws Problem `slack_login_off`, `idp_unreachable`, `invalid_id_token`, those of
 *   providerProblem() and those of logIn()
 */
export async function completeLogin(
  ctx: Needs,
  callback: Callback,
  nonce: string,
  client: string | null,
  signal = AbortSignal.timeout(providerTimeoutMs),
): Promise<{ user: User; session: string }> {
  const provider = readProvider(ctx.settings)
  const attempt: LoginAttempt = { method: 'slack', client }
  const profile = await fetchIdentity(ctx, provider, callback, nonce, signal).catch(
    async (error: unknown) => {
      await auditFailure(ctx, attempt, error)
      throw error
    },
  )
  return logIn(ctx, profile, attempt)
}

async function fetchIdentity(
  { settings, now }: Needs,
  provider: Provider,
  { code, error }: Callback,
  nonce: string,
  signal: AbortSignal,
): Promise<Profile> {
  if (error !== undefined || !code) throw providerProblem(error)
  const { accessToken, idToken } = parseTokens(await fetchTokens(provider, code, signal))
  const profile = parseProfile(await fetchProfile(provider, accessToken, signal))
  if (idToken !== null) {
    const expected = {
      clientId: provider.clientId,
      nonces: secretKeys(settings).map((key) => deriveTokenNonce(key, nonce)),
      subject: profile.subject,
    }
    checkIdToken(idToken, expected, now())
  }
  return profile
}

async function auditFailure({ db }: Needs, attempt: LoginAttempt, error: unknown) {
  const reason = error instanceof Problem ? (error.members.code ?? error.code) : 'internal'
  await recordFailure(db, { actor: null, target: null }, { ...attempt, reason })
}
