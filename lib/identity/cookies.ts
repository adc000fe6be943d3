import { parseCookie, stringifySetCookie } from 'cookie'
import type { Settings } from '../app/settings.ts'
import { loginSeconds } from './login-state.ts'
import { sessionSeconds } from './sessions.ts'

const sessionCookie = 'user_id'
const nonceCookie = 'login_nonce'
const targetCookie = 'login_target'
const exportCookie = 'export_status'
const yearSeconds = 365 * 24 * 60 * 60

/** Returns the session token that a browser sent, if any. */
export function readSessionCookie(request: Request): string | undefined {
  return readCookie(request, sessionCookie)
}

/** A login that a browser has begun, and the page that it had asked for. */
type BegunLogin = { nonce: string; target: string }

/** How many logins a browser can have begun at once, one in each tab. */
const maxLogins = 4
/** Browsers refuse cookies of more than 4,096 bytes; a target may be 2,000 long before it is encoded twice. */
const maxTargetsLength = 3500

/** Returns the logins that a browser has begun, the newest first; not validated. */
export function readLogins(request: Request): BegunLogin[] {
  const targets = new URLSearchParams(readCookie(request, targetCookie))
  const nonces = (readCookie(request, nonceCookie) ?? '').split(' ').slice(0, maxLogins)
  return nonces.filter(Boolean).map((nonce) => ({ nonce, target: targets.get(nonce) ?? '/' }))
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

/** Returns the Set-Cookie values that add a login to those that a browser has begun. */
export const addLogin = (settings: Settings, request: Request, login: BegunLogin): string[] =>
  writeLogins(settings, request, [login, ...readLogins(request)].slice(0, maxLogins))

/** Returns the Set-Cookie values that remove a login from those that a browser has begun. */
export const removeLogin = (settings: Settings, request: Request, nonce: string): string[] =>
  writeLogins(
    settings,
    request,
    readLogins(request).filter((login) => login.nonce !== nonce),
  )

function writeLogins(settings: Settings, request: Request, logins: BegunLogin[]) {
  const nonces = logins.map(({ nonce }) => nonce).join(' ')
  const targets = new URLSearchParams()
  for (const { nonce, target } of logins.filter((begun) => begun.target !== '/')) {
    const isShort = encodeURIComponent(`${targets}${target}`).length < maxTargetsLength
    if (isShort) targets.set(nonce, target)
  }
  const cookies = [writeLoginCookie(settings, nonceCookie, nonces)]
  if (targets.size > 0 || readCookie(request, targetCookie) !== undefined) {
    cookies.push(writeLoginCookie(settings, targetCookie, String(targets)))
  }
  return cookies
}

const writeLoginCookie = (settings: Settings, name: string, value: string) =>
  stringifySetCookie({
    name,
    value,
    httpOnly: true,
    // With Lax, browsers send it when the provider redirects back.
    sameSite: 'lax',
    secure: !settings.devMode,
    path: '/auth',
    maxAge: value === '' ? 0 : loginSeconds,
  })

/** Returns the status of terms that a browser has exported last, if any; not validated. */
export const readExportChoice = (request: Request): string | undefined => readCookie(request, exportCookie)

/** Returns a Set-Cookie value that keeps a choice on the page of exports. */
export const writeExportChoice = (settings: Settings, status: string): string =>
  stringifySetCookie({
    name: exportCookie,
    value: status,
    httpOnly: true,
    sameSite: 'lax',
    secure: !settings.devMode,
    path: '/export',
    maxAge: yearSeconds,
  })
