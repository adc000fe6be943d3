/**
 * Returns the media type of a request or response body, without parameters and in lower case (RFC 9110,
 * section 8.3.1); undefined if there is no Content-Type header.
 */
export const mediaType = (headers: Headers): string | undefined =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()

/** Whether a body is not compressed, and its charset, if there is one, is UTF-8 (contract, section 18). */
export function isPlainUtf8(headers: Headers): boolean {
  const charset =
    /;\s*charset="?([^";\s]*)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  return isUncompressed(headers) && /^utf-?8$/i.test(charset)
}

/** Whether a body has no Content-Encoding. */
export const isUncompressed = (headers: Headers): boolean =>
  /^identity$/i.test(headers.get('content-encoding') ?? 'identity')
