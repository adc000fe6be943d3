import { isLoopback } from './trusted-proxies.ts'

// What the values of settings can be. Each function throws an error that says what the value must be, never what it is.

/** Reads `true` or `false`. */
export function flag(text: string) {
  if (/^(true|1)$/i.test(text)) return true
  if (/^(false|0)$/i.test(text)) return false
  throw new Error('must be true or false')
}

/** Returns a function that reads a whole number from `min` to `max`. */
export const integer = (min: number, max: number) => (text: string) => {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new Error(`must be a whole number from ${min} to ${max}`)
}

/** Returns a function that reads one of the values. It throws an Error that lists them. */
export const oneOf =
  <const Values extends readonly string[]>(values: Values) =>
  (text: string): Values[number] => {
    if (values.includes(text)) return text
    throw new Error(`must be one of ${values.join(', ')}`)
  }

/**
 * Reads the URL of a database. Those of other drivers are accepted, so that existing .env files keep working.
 *
 * @returns postgresql://…; the directory of a Unix socket is in `?host=`
 */
export function databaseUrl(text: string): string {
  const [, found = ''] = /^(?:postgresql\+asyncpg|postgresql|postgres):(\/\/.+)$/.exec(text) ?? []
  const rest = withSocketInQuery(found)
  const [, attributes = 'primary'] = /[?&]target_session_attrs=([^&#]*)/.exec(rest) ?? []
  if (attributes !== 'primary') {
    throw new Error('must have no other target_session_attrs than primary: all servers but that one refuse changes')
  }
  if (rest && hostsOf(rest).every((url) => URL.canParse(url)) && isDecodable(rest)) {
    return `postgresql:${rest}`
  }
  throw new Error(
    'must be postgresql://user:password@host:port/database, with special characters percent-encoded (%2F for /)',
  )
}

/** libpq also takes the directory of a Unix socket in place of the host, and needs no host beside it. */
function withSocketInQuery(rest: string): string {
  return rest
    .replace(/^(\/\/(?:[^/?#]*@)?)(%2F[^/?#:]*)([^?#]*)\??/i, '$1$3?host=$2&')
    .replace(/^(\/\/(?:[^/?#]*@)?)(?=[/:].*[?&]host=(?:\/|%2F))/is, '$1localhost')
}

/** Returns the URL once for each of its hosts, which are separated by commas. */
function hostsOf(rest: string): string[] {
  const [, start = '', list = '', end = ''] = /^(\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(rest) ?? []
  const hosts = list.split(',')
  // Of one host, the name may be missing, where the directory of a socket is given.
  const isMissing = (host: string) => host === '' && hosts.length > 1
  return hosts.map((host) => (isMissing(host) ? '' : `postgresql:${start}${host}${end}`))
}

function isDecodable(text: string) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Reads an http:// or https:// URL. */
export function webUrl(text: string) {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new Error('must be an http:// or https:// URL')
}

/** Any printable ASCII except spaces: more than RFC 6750, section 2.1, allows, because existing tokens vary. */
export function bearerToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new Error('must be printable ASCII characters without spaces')
}

/** Reads a URL without a path. Returns its origin. */
export function origin(text: string) {
  const url = new URL(webUrl(text))
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new Error('must be an http:// or https:// URL without a path')
  }
  return url.origin
}

/** Reads an IANA time zone that this Node.js knows. */
export function timezone(text: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return text
  } catch {
    throw new Error('must be an IANA time zone such as Europe/Berlin')
  }
}

/** Reads the tag of a language (BCP 47). Returns it in its usual case. */
export function language(text: string): string {
  try {
    const [tag = text] = Intl.getCanonicalLocales(text)
    return tag
  } catch {
    throw new Error('must be the tag of a language (BCP 47) such as en, de or pt-BR')
  }
}

/** Reads a comma-separated list of languages. Returns their tags in their usual case. */
export function languages(text: string): readonly string[] {
  const tags = list(text).map(language)
  if (tags.length > 0 && tags.length <= 12 && new Set(tags).size === tags.length) return tags
  throw new Error('must be 1 to 12 different tags of languages (BCP 47) separated by commas, such as en,de,fr')
}

/** Reads a comma-separated list of email addresses. Returns them in lower case. */
export function emails(text: string): string[] {
  const addresses = text.split(',').map((address) => address.trim().toLowerCase())
  if (addresses.every((address) => /^[^\s@]+@[^\s@]+$/.test(address))) return addresses
  throw new Error('must be email addresses separated by commas')
}

/** Reads a comma-separated list, without what is blank in it. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** Reads a comma-separated list of domains. Returns them in lower case. */
export function domains(text: string): string[] {
  const names = list(text.toLowerCase())
  if (names.every((name) => /^[^\s@/]+\.[^\s@/]+$/.test(name))) return names
  throw new Error('must be domains separated by commas, such as example.com')
}

/** Tenants of Microsoft that admit the accounts of every company. */
const anyTenant = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i

/** Reads the issuer of an OpenID provider. Without TLS, anyone on the network could log in as anyone. */
export function issuer(text: string): string {
  const { protocol, hostname, pathname } = new URL(webUrl(text))
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new Error('must be an https:// URL, unless its host is this machine')
  }
  if (pathname.includes('/.well-known/')) {
    throw new Error('must be the issuer, without /.well-known/openid-configuration')
  }
  if (anyTenant.test(text)) throw new Error('must name your own tenant: this one admits everyone')
  return text
}

/** Reads OAuth scopes, among them the one that makes it a login. */
export function scopes(text: string): string {
  const names = text.split(/\s+/)
  if (names.includes('openid')) return names.join(' ')
  throw new Error('must be scopes separated by spaces, openid among them')
}
