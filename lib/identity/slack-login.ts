import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { User } from '../schemas/user.ts'
import type { Settings } from '../settings.ts'
import { checkIdToken } from './id-token.ts'
import { type Door, logIn } from './log-in.ts'
import { createNonce, deriveTokenNonce, isOwnState, signState } from './login-state.ts'
import {
  authorizationUrl,
  fetchProfile,
  fetchTokens,
  type Profile,
  type Provider,
  providerOf,
  readProfile,
  readTokens,
} from './openid-connect.ts'
import { providerRefusal } from './provider-error.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'now'>

/** What a browser brings back from the provider; `nonce` is that of its cookie. */
export type Callback = { nonce?: string; state?: string; code?: string; error?: string }

/** How long the provider may take to answer, in milliseconds, all questions together. */
const patienceMs = 10_000

/**
 * Begins a log-in (specification, "Authentication" 4.1).
 *
 * @returns where the browser has to go, and the nonce that it has to keep in its cookie
 * @throws Problem `slack_login_off`
 */
export function beginLogIn(settings: Settings, now: Date): { location: string; nonce: string } {
  const nonce = createNonce(now)
  const location = authorizationUrl(providerOf(settings), {
    state: signState(settings.secretKey, nonce),
    nonce: deriveTokenNonce(settings.secretKey, nonce),
  })
  return { location, nonce }
}

/**
 * Completes a log-in (specification, "Authentication" 4.3 and 4.4).
 *
 * @param client the address of the browser, for the audit
 * @param signal gives up on the provider when it aborts
 * @returns the user and a session token
 * @throws Problem `slack_login_off`, `state_mismatch`, what logIn() throws, or what becomes of the
 *   provider's answers: `idp_unreachable`, `invalid_id_token`, `login_failed` and those beside it
 */
export async function completeLogIn(
  ctx: Needs,
  callback: Callback,
  client: string | null,
  signal = AbortSignal.timeout(patienceMs),
): Promise<{ user: User; session: string }> {
  const provider = providerOf(ctx.settings)
  const door: Door = { method: 'slack', client }
  const nonce = await spendNonce(ctx, callback)
  const profile = await askProvider(ctx, provider, callback, nonce, signal).catch(
    async (error: unknown) => {
      await auditFailure(ctx, door, error)
      throw error
    },
  )
  return logIn(ctx, profile, door)
}

/** The nonce that state and cookie agree on; it serves this once, whichever process is asked. */
async function spendNonce(
  { db, settings, now }: Needs,
  { nonce = '', state = '', error }: Callback,
): Promise<string> {
  if (!isOwnState(settings.secretKey, state, nonce, now())) {
    // An error changes nothing, whoever sends it, and its code helps those who set the service up.
    throw error === undefined ? new Problem('state_mismatch') : providerRefusal(error)
  }
  const nonce_hash = hash('sha256', nonce, 'buffer')
  if (!(await db.one('log-ins/spend-nonce', { nonce_hash }))) {
    throw new Problem('state_mismatch', {
      detail: 'This log-in has been completed, or tried, before. Log in again.',
    })
  }
  return nonce
}

async function askProvider(
  { settings, now }: Needs,
  provider: Provider,
  { code, error }: Callback,
  nonce: string,
  signal: AbortSignal,
): Promise<Profile> {
  if (error !== undefined || !code) throw providerRefusal(error)
  const { accessToken, idToken } = readTokens(await fetchTokens(provider, code, signal))
  const profile = readProfile(await fetchProfile(provider, accessToken, signal))
  if (idToken !== null) {
    const expected = {
      clientId: provider.clientId,
      nonce: deriveTokenNonce(settings.secretKey, nonce),
      subject: profile.subject,
    }
    checkIdToken(idToken, expected, now())
  }
  return profile
}

/** Records a failure of nobody in particular; a flood of them is recorded in part. */
async function auditFailure({ db }: Needs, door: Door, error: unknown) {
  const reason = error instanceof Problem ? (error.members.code ?? error.code) : 'internal'
  await db.run('log-ins/record-failure', { payload: { ...door, reason } })
}
