/** What one check has found. Texts are sentences; none contains a secret. */
export type Check = {
  /** what was checked: a setting, or 'database' */
  name: string
  ok: boolean
  detail: string
  /** what to do; null if it is ok */
  fix: string | null
}

/** A check that found nothing wrong. */
export const pass = (name: string, detail: string): Check => ({ name, ok: true, detail, fix: null })

/** A check that found something wrong, and what to do about it. */
export const fail = (name: string, detail: string, fix: string): Check => ({ name, ok: false, detail, fix })

/** Returns why a request failed, in the words of the network: `getaddrinfo ENOTFOUND example.com`. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  // Several addresses were tried: the message is empty then.
  const [first] = cause instanceof AggregateError ? cause.errors : []
  return cause.message || (first instanceof Error ? first.message : cause.name)
}

export const timeoutMs = 10_000
