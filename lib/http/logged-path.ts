const feedToken = /^(\/+feeds\/+)[^/]+/i
const anyToken = /(gl[op])_[\w-]+/gi

/** Whether the path is that of a feed, which contains a token that nobody else may see (contract, section 15). */
export const isFeed = (path: string): boolean => feedToken.test(resolveDots(decode(path)))

/** Returns the path of a request for the log: as it was sent, or decoded and without tokens if there is one. */
export function loggablePath(path: string): string {
  const decoded = decode(path)
  const redacted = decoded.replace(anyToken, '$1_…')
  const plain = resolveDots(redacted)
  const withoutFeed = plain.replace(feedToken, '$1…')
  return redacted === decoded && withoutFeed === plain ? path : withoutFeed
}

/** How often the path may have been encoded; tokens are not sought below that. */
const maxDecodings = 5

/** Decodes the ASCII characters of a path, as proxies and servers may do. */
function decode(path: string): string {
  let decoded = path
  for (let times = 0; times < maxDecodings && decoded.includes('%'); times++) {
    decoded = decoded.replace(/%([0-7][\da-f])/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
  return decoded.replaceAll('\\', '/')
}

function resolveDots(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/').replace(/^\/+/, '')}`
}
