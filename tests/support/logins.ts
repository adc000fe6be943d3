import * as assert from 'uvu/assert'
import type { LoginMethod } from '../../lib/identity/login-state.ts'
import { withLoginTarget } from '../../lib/identity/login-target.ts'
import type { Answer, TestService } from './test-service.ts'

type Requests = Pick<TestService, 'request'>

/** A login in progress: where the browser was sent, and the content of its cookie. */
export type Attempt = { method: LoginMethod; location: URL; cookie: string; state: string; nonce: string }

/** Begins a login as a browser does; `next` is the page that it asked for. */
export async function begin({ request }: Requests, next = '/', method: LoginMethod = 'slack'): Promise<Attempt> {
  const { status, headers } = await request('GET', withLoginTarget(`/auth/${method}/login`, next))
  assert.is(status, 303)
  const location = new URL(headers.get('location') ?? '')
  const parameter = (name: string) => location.searchParams.get(name) ?? ''
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { method, location, cookie, state: parameter('state'), nonce: parameter('nonce') }
}

/** Comes back from the provider, with the cookie and these parameters. */
export function requestCallback(
  { request }: Requests,
  { cookie, method = 'slack' }: Pick<Attempt, 'cookie'> & Partial<Attempt>,
  parameters: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const query = new URLSearchParams(parameters)
  return request('GET', `/auth/${method}/callback?${query}`, { headers: { ...(cookie && { cookie }), ...headers } })
}

/** Returns the cookies that a response sets: a map of names to values and attributes. */
export function cookiesOf({ headers }: Answer): Record<string, string[]> {
  return Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      return [name, [value, ...attributes.sort()]]
    }),
  )
}

/** Asserts that a login failed: the response starts no session. */
export function assertFailed(response: Answer, status: number, code: string): void {
  assert.equal([response.status, response.body?.code], [status, code])
  assert.not('user_id' in cookiesOf(response))
}

export const nonceAttributes = (maxAge: number, ...more: string[]) =>
  ['HttpOnly', `Max-Age=${maxAge}`, 'Path=/auth', 'SameSite=Lax', ...more, 'Secure'].sort()

/** Asserts that a login succeeded, and returns the session. */
export function assertLoggedIn(response: Answer): string {
  assert.equal([response.status, response.headers.get('location')], [303, '/'], response.text)
  const { user_id: [session = ''] = [], login_nonce: [nonce] = [] } = cookiesOf(response)
  assert.is(nonce, '')
  assert.match(session, /^[\w-]+\.[\w-]+\.[\w-]+$/)
  return session
}

/** Returns the audit events, oldest first. */
export const auditTrail = async ({ sql }: Pick<TestService, 'sql'>) =>
  (
    await sql`
      select e.action, a.email as actor, t.email as target, e.payload
      from audit_events e
      left join users a on a.id = e.actor_id
      left join users t on t.id = e.target_id
      order by e.seq`
  ).map((row) => ({ ...row }))
