import { parseCookie, stringifySetCookie } from 'cookie'
import type { Settings } from '../settings.ts'
import { sessionSeconds } from './sessions.ts'

const sessionCookie = 'user_id'

/** The session token that a browser sent, if any. */
export function readSessionCookie(request: Request): string | undefined {
  const header = request.headers.get('cookie')
  return header ? parseCookie(header)[sessionCookie] : undefined
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
