import Negotiator from 'negotiator'

const accepted = (request: Request, name: string) => request.headers.get(name) ?? undefined

/** Whether the client prefers HTML to JSON (RFC 9110, section 12.5.1); false if it accepts both equally. */
export const prefersHtml = (request: Request): boolean =>
  preferredType(request, ['application/json', 'text/html']) === 'text/html'

/** Whether the client prefers JSON to HTML (RFC 9110, section 12.5.1); false if it accepts both equally. */
export const prefersJson = (request: Request): boolean =>
  preferredType(request, ['text/html', 'application/json']) === 'application/json'

function preferredType(request: Request, types: string[]) {
  const headers = { accept: accepted(request, 'accept') }
  return new Negotiator({ headers }).mediaType(types)
}

/** Whether a client accepts any of some media types; it does if it does not say what it accepts. */
export const acceptsAny = (headers: Headers, types: string[]): boolean =>
  new Negotiator({ headers: { accept: headers.get('accept') || undefined } }).mediaTypes(types)
    .length > 0

/** Whether the client accepts gzip (RFC 9110, section 12.5.3); false if it does not say so. */
export function takesGzip(request: Request): boolean {
  const headers = { 'accept-encoding': accepted(request, 'accept-encoding') ?? 'identity' }
  return new Negotiator({ headers }).encodings(['gzip']).length > 0
}
