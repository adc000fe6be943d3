import { parseCookie, stringifySetCookie } from 'cookie'
import type { Settings } from '../settings.ts'
import { loginSeconds } from './login-state.ts'
import { sessionSeconds } from './sessions.ts'

const sessionCookie = 'user_id'
const nonceCookie = 'login_nonce'

/** The session token that a browser sent, if any. */
export function readSessionCookie(request: Request): string | undefined {
  return readCookie(request, sessionCookie)
}

/** The nonce of the log-in that a browser has begun, if any. */
export function readNonceCookie(request: Request): string | undefined {
  return readCookie(request, nonceCookie)
}

function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie')
  return header ? parseCookie(header)[name] : undefined
}

/** A Set-Cookie value that starts a session, or ends it where `token` is null. */
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

/** A Set-Cookie value that begins a log-in, or ends it where `nonce` is null. */
export function writeNonceCookie(settings: Settings, nonce: string | null): string {
  return stringifySetCookie({
    name: nonceCookie,
    value: nonce ?? '',
    httpOnly: true,
    // Lax lets it come along when the provider sends the browser back.
    sameSite: 'lax',
    secure: !settings.devMode,
    path: '/auth/slack',
    maxAge: nonce === null ? 0 : loginSeconds,
  })
}
