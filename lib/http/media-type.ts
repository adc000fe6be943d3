/**
 * Returns the media type of a request or response body, without parameters and in lower case (RFC 9110,
 * section 8.3.1); undefined if there is no Content-Type header.
 */
export const mediaType = (headers: Headers): string | undefined =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
