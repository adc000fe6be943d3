import { parseCookie, stringifySetCookie } from 'cookie'
import type { Settings } from '../settings.ts'
import { loginSeconds } from './login-state.ts'
import { sessionSeconds } from './sessions.ts'

const sessionCookie = 'user_id'
const nonceCookie = 'login_nonce'
const targetCookie = 'login_target'

/** Returns the session token that a browser sent, if any. */
export function readSessionCookie(request: Request): string | undefined {
  return readCookie(request, sessionCookie)
}

/** Returns the page that the browser asked for before its login, if any; not validated. */
export function readTargetCookie(request: Request): string | undefined {
  return readCookie(request, targetCookie)
}

/** Returns the nonce of the login that a browser has begun, if any. */
export function readNonceCookie(request: Request): string | undefined {
  return readCookie(request, nonceCookie)
}

function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie')
  return header ? parseCookie(header)[name] : undefined
}

/** Returns a Set-Cookie value that starts a session, or ends it if `token` is null. */
export function writeSessionCookie(settings: Settings, token: string | null): string {
  return stringifySetCookie({
    name: sessionCookie,
    value: token ?? '',
    httpOnly: true,
    sameSite: 'lax',
    secure: !settings.devMode,
    path: '/',
    maxAge: token === null ? 0 : sessionSeconds,
  })
}

/** Returns a Set-Cookie value that begins a login, or ends it if `nonce` is null. */
export function writeNonceCookie(settings: Settings, nonce: string | null): string {
  return writeLoginCookie(settings, nonceCookie, nonce)
}

/**
 * Returns a Set-Cookie value that keeps the page to go to after login, or deletes an earlier one.
 *
 * @returns null if there is nothing to change: the target is the home page, and the browser has no cookie
 */
export function writeTargetCookie(
  settings: Settings,
  request: Request,
  target: string,
): string | null {
  if (target !== '/') return writeLoginCookie(settings, targetCookie, target)
  return readTargetCookie(request) === undefined
    ? null
    : writeLoginCookie(settings, targetCookie, null)
}

const writeLoginCookie = (settings: Settings, name: string, value: string | null) =>
  stringifySetCookie({
    name,
    value: value ?? '',
    httpOnly: true,
    // With Lax, browsers send it when the provider redirects back.
    sameSite: 'lax',
    secure: !settings.devMode,
    path: '/auth/slack',
    maxAge: value === null ? 0 : loginSeconds,
  })
