/**
 * Returns the entity tag of a term: its version in quotes (contract, section 5), and once it had relations, a number that grows
 * with them (section 20).
 */
export const etag = (version: number, relationCount = 0) =>
  relationCount > 0 ? `"${version}.${relationCount}"` : `"${version}"`

/**
 * Returns the versions that an If-Match header accepts (RFC 9110, section 13.1.1), or null if it accepts
 * any. What follows a version is not compared. The comparison is strong: weak tags and tags that are not versions match nothing.
 */
export function ifMatchVersions(headers: Headers): number[] | null {
  const header = headers.get('if-match')
  if (header === null || header.trim() === '*') return null
  return header.split(',').flatMap((tag) => {
    const version = /^"([1-9]\d{0,8})(?:\.\d{1,10})?"$/.exec(tag.trim())?.[1]
    return version ? [Number(version)] : []
  })
}

/**
 * Whether the client already has the content of a tag: If-None-Match, compared weakly (RFC 9110, section 13.1.2), or without
 * it If-Modified-Since.
 *
 * @param changedAt when the content last changed, if that is known
 */
export function isFresh(headers: Headers, tag: string, changedAt?: Date): boolean {
  const header = headers.get('if-none-match')
  if (header === null) {
    const since = Date.parse(headers.get('if-modified-since') ?? '')
    return changedAt !== undefined && since >= Math.floor(changedAt.getTime() / 1000) * 1000
  }
  if (header.trim() === '*') return true
  return header.split(',').some((sent) => sent.trim().replace(/^W\//, '') === tag)
}
