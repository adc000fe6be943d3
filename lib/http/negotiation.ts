import Negotiator from 'negotiator'

const accepted = (request: Request, name: string) => request.headers.get(name) ?? undefined

/** Whether a page is wanted rather than JSON (RFC 9110, section 12.5.1); who takes both alike gets JSON. */
export function prefersHtml(request: Request): boolean {
  const headers = { accept: accepted(request, 'accept') }
  return new Negotiator({ headers }).mediaType(['application/json', 'text/html']) === 'text/html'
}

/** Whether an answer may come compressed (RFC 9110, section 12.5.3); who does not say so gets it plain. */
export function takesGzip(request: Request): boolean {
  const headers = { 'accept-encoding': accepted(request, 'accept-encoding') ?? 'identity' }
  return new Negotiator({ headers }).encodings(['gzip']).length > 0
}
