import * as v from 'valibot'
import { Problem } from '../problem.ts'
import { text } from '../schemas/text.ts'
import { Email } from '../schemas/user.ts'
import type { Settings } from '../settings.ts'
import type { Identity } from './accounts.ts'
import { providerRefusal } from './provider-error.ts'

/** Where the provider sends browsers back to. */
export const callbackPath = '/auth/slack/callback'

/** The identity provider, and who we are to it. */
export type Provider = {
  authorizeUrl: string
  tokenUrl: string
  userinfoUrl: string
  clientId: string
  clientSecret: string
  redirectUri: string
}

/** Returns the name of the identity provider for the login button. */
export function providerName({ idpAuthorizeUrl }: Pick<Settings, 'idpAuthorizeUrl'>): string {
  const isSlack = /(^|\.)slack\.com$/.test(new URL(idpAuthorizeUrl).hostname)
  return isSlack ? 'Slack' : 'your company account'
}

/** @throws Problem `slack_login_off`, which names the settings that are missing */
export function providerOf(settings: Settings): Provider {
  const { slackClientId: clientId, slackClientSecret: clientSecret } = settings
  if (clientId === null || clientSecret === null) {
    const missing = [
      ...(clientId === null ? ['SERVICE_SLACK_CLIENT_ID'] : []),
      ...(clientSecret === null ? ['SERVICE_SLACK_CLIENT_SECRET'] : []),
    ].join(' and ')
    throw new Problem('slack_login_off', {
      detail: `Sign in with Slack is not set up. An administrator has to set ${missing}.`,
    })
  }
  return {
    authorizeUrl: settings.idpAuthorizeUrl,
    tokenUrl: settings.idpTokenUrl,
    userinfoUrl: settings.idpUserinfoUrl,
    clientId,
    clientSecret,
    redirectUri: settings.appUrl + callbackPath,
  }
}

/** Where a browser goes to log in (OpenID Connect Core, section 3.1.2.1). */
export function authorizationUrl(
  provider: Provider,
  { state, nonce }: { state: string; nonce: string },
): string {
  const url = new URL(provider.authorizeUrl)
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    scope: 'openid email profile',
    redirect_uri: provider.redirectUri,
    state,
    nonce,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** What the provider answered, unread. */
export type ProviderAnswer = { status: number; text: string }

/**
 * Exchanges a code for tokens (RFC 6749, section 4.1.3), authenticated by `client_secret_post`.
 *
 * @throws Problem `idp_unreachable` if there is no answer before `signal` aborts
 */
export function fetchTokens(
  provider: Provider,
  code: string,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: provider.redirectUri,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
  })
  return ask(provider.tokenUrl, { method: 'POST', body, signal })
}

/**
 * Asks for the profile of whom an access token stands for (OpenID Connect Core, section 5.3.1).
 *
 * @throws Problem `idp_unreachable` if there is no answer before `signal` aborts
 */
export function fetchProfile(
  provider: Provider,
  accessToken: string,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const headers = { authorization: `Bearer ${accessToken}` }
  return ask(provider.userinfoUrl, { headers, signal })
}

/** What fits behind "Bearer" in a header (RFC 6750, section 2.1). */
const Token = v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/))

const Tokens = v.object({
  access_token: Token,
  token_type: v.nullish(v.pipe(v.string(), v.regex(/^bearer$/i))),
  id_token: v.nullish(Token),
})

export type Tokens = { accessToken: string; idToken: string | null }

/**
 * Reads the answer to a code.
 *
 * @throws Problem with the provider's own code where it refuses, `idp_unreachable` for an answer that
 *   makes no sense
 */
export function readTokens(answer: ProviderAnswer): Tokens {
  const { access_token, id_token } = readAnswer(Tokens, answer)
  return { accessToken: access_token, idToken: id_token ?? null }
}

const slackUserId = 'https://slack.com/user_id'
const Identifier = text(100)

const UserInfo = v.object({
  sub: Identifier,
  [slackUserId]: v.nullish(Identifier),
  email: v.nullish(v.string()),
  // Some providers say it in words.
  email_verified: v.nullish(v.union([v.boolean(), v.string()])),
  name: v.nullish(v.string()),
})

/** What the provider tells of a person; `subject` is its own name for them. */
export type Profile = Identity & { subject: string }

/**
 * Reads the answer to the question for a profile. An address or a name that we cannot keep is none.
 *
 * @throws Problem with the provider's own code where it refuses, `idp_unreachable` for an answer that
 *   makes no sense
 */
export function readProfile(answer: ProviderAnswer): Profile {
  const info = readAnswer(UserInfo, answer)
  const email = v.safeParse(Email, info.email)
  const name = v.safeParse(text(300), info.name)
  return {
    subject: info.sub,
    messagingUserId: info[slackUserId] ?? info.sub,
    email: email.success ? email.output : null,
    isEmailVerified: String(info.email_verified) !== 'false',
    displayName: name.success ? name.output : null,
  }
}

/** Slack refuses with status 200 and `ok: false`, others with a status of 400 and above (RFC 6749). */
function readAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  { status, text }: ProviderAnswer,
): v.InferOutput<Schema> {
  const body = parseJson(text)
  const verdict = v.safeParse(Verdict, body)
  if (!verdict.success || status >= 500) {
    throw unreachable(`it answered ${status} and ${body === undefined ? 'no JSON' : 'JSON'}`)
  }
  const { ok, error } = verdict.output
  if (status >= 400 || ok === false || typeof error === 'string') throw providerRefusal(error)
  const read = v.safeParse(schema, body)
  if (read.success) return read.output
  const wrong = read.issues.map((issue) => v.getDotPath(issue)).join(', ')
  throw unreachable(`it answered ${status} and JSON with something wrong in ${wrong}`)
}

const Verdict = v.object({ ok: v.optional(v.unknown()), error: v.optional(v.unknown()) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Greatest size of an answer, in bytes. */
const greatestAnswer = 64 * 1024

async function ask(url: string, request: RequestInit): Promise<ProviderAnswer> {
  try {
    const headers = { ...request.headers, accept: 'application/json' }
    // A redirect would take the secrets along to who knows where.
    const response = await fetch(url, { ...request, headers, redirect: 'error' })
    return { status: response.status, text: await readText(response) }
  } catch (cause) {
    throw new Problem('idp_unreachable', {}, { cause })
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > greatestAnswer) throw new Error(`an answer of more than ${greatestAnswer} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The cause is for the log; it never quotes the answer, which can hold tokens. */
const unreachable = (cause: string) =>
  new Problem('idp_unreachable', {}, { cause: new Error(`the identity provider: ${cause}`) })
