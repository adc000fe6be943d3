import { type DraftTerm, drawDataSet } from './data.ts'
import { load } from './load.ts'
import { createRequest, type Operation, type Target } from './operations.ts'

type Page = { items: { id: string }[]; total: number }

const mostIds = 20_000

/**
 * Gets another server with the same paths ready. One without terms is given those of the data set,
 * through its API; one that has terms is taken as it is.
 *
 * @param url http://HOST:PORT
 * @param headers header lines ('K: V'), each for a caller who may write
 * @param operations what it is asked for, in a data set of that size
 */
export async function openPeer(
  url: string,
  headers: string[],
  { size, operations }: { size: number; operations: readonly Operation[] },
): Promise<Target> {
  const callers = headers.length > 0 ? headers : ['']
  if ((await listTerms(url, callers, 0)).total === 0) await fill(url, callers, size)
  const ids: string[] = []
  while (ids.length < mostIds) {
    const { items } = await listTerms(url, callers, ids.length)
    if (items.length === 0) break
    ids.push(...items.map(({ id }) => id))
  }
  const everyone = { nobody: [''], token: callers, session: callers, voters: callers }
  return { name: 'peer', size, operations, urls: [url], ids, callers: everyone }
}

async function listTerms(url: string, [caller = '']: string[], offset: number): Promise<Page> {
  const response = await fetch(`${url}/api/v1/terms?limit=500&offset=${offset}`, {
    headers: toHeaders(caller),
  }).catch((cause) => {
    throw new Error(`the peer ${url} cannot be reached`, { cause })
  })
  if (!response.ok) throw new Error(`the peer answers a list of terms with ${response.status}`)
  return (await response.json()) as Page
}

async function fill(url: string, [caller = '']: string[], size: number) {
  const drafts = each(drawDataSet(size).batches)
  const next = () => {
    const { value, done } = drafts.next()
    return done ? undefined : createRequest(caller, value)
  }
  await load(url, next, 201)
}

function* each(batches: Iterable<DraftTerm[]>) {
  for (const batch of batches) yield* batch
}

/** A header line as fetch() wants it. */
export function toHeaders(lines: string): Record<string, string> {
  const headers = lines.split('\r\n').filter((line) => line.includes(':'))
  return Object.fromEntries(
    headers.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
}
