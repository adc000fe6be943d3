import { hash } from 'node:crypto'

/**
 * Returns the entity tag of a term: its version in quotes (contract, section 5), and once it had relations or
 * translations, a number that changes with what is shown of them (sections 20 and 23); then the language, if one was
 * chosen.
 *
 * @param beside what is shown beside the texts of the term
 */
export function etag(version: number, beside: readonly string[] = [], language: string | null = null) {
  const number = beside.length > 0 && Number.parseInt(hash('sha256', beside.join()).slice(0, 8), 16) + 1
  return `"${version}${number ? `.${number}` : ''}${language === null ? '' : `-${language}`}"`
}

/**
 * Returns the versions that an If-Match header accepts (RFC 9110, section 13.1.1), or null if it accepts any. What
 * follows a version is not compared. The comparison is strong: weak tags and tags that are not versions match nothing.
 */
export function ifMatchVersions(headers: Headers): number[] | null {
  const header = headers.get('if-match')
  if (header === null || header.trim() === '*') return null
  return header.split(',').flatMap((tag) => {
    const version = /^"([1-9]\d{0,8})(?:\.\d{1,10})?(?:-[\w-]{2,35})?"$/.exec(tag.trim())?.[1]
    return version ? [Number(version)] : []
  })
}

/**
 * Whether the client already has the content of a tag: If-None-Match, compared weakly (RFC 9110, section 13.1.2), or
 * without it If-Modified-Since.
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
