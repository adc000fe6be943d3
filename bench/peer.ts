import { type DraftTerm, generateDataSet } from './data.ts'
import { load } from './load.ts'
import { createRequest, type Operation, type Target } from './operations.ts'

type Page = { items: { id: string }[]; total: number }

const maxIds = 20_000

/**
 * Prepares another server with the same paths. If it has no terms, it gets those of the data set through
 * its API.
 *
 * @param url http://HOST:PORT
 * @param headers header lines ('K: V'), each the credential of a user who may write
 * @param benchmark the size of the data set and the operations to measure
 */
export async function openPeer(
  url: string,
  headers: string[],
  { size, operations }: { size: number; operations: readonly Operation[] },
): Promise<Target> {
  const callers = headers.length > 0 ? headers : ['']
  if ((await listTerms(url, callers, 0)).total === 0) await fill(url, callers, size)
  const ids: string[] = []
  while (ids.length < maxIds) {
    const { items } = await listTerms(url, callers, ids.length)
    if (items.length === 0) break
    ids.push(...items.map(({ id }) => id))
  }
  const everyone = { token: callers, agent: callers, one: callers.slice(0, 1), session: callers, voters: callers }
  const sent = new Map<string, number>()
  return {
    name: 'peer',
    size,
    pids: [],
    postmaster: null,
    operations,
    urls: [url],
    ids,
    sent,
    callers: { anonymous: [''], ...everyone },
  }
}

async function listTerms(url: string, [caller = '']: string[], offset: number): Promise<Page> {
  const response = await fetch(`${url}/api/v1/terms?limit=500&offset=${offset}`, { headers: toHeaders(caller) }).catch(
    (cause) => {
      throw new Error(`the peer ${url} cannot be reached`, { cause })
    },
  )
  if (!response.ok) throw new Error(`the peer answers GET /api/v1/terms with status ${response.status}`)
  return (await response.json()) as Page
}

async function fill(url: string, [caller = '']: string[], size: number) {
  const drafts = flatten(generateDataSet(size).batches)
  const next = () => {
    const { value, done } = drafts.next()
    return done ? undefined : createRequest(caller, value)
  }
  await load(url, next, 201)
}

function* flatten(batches: Iterable<DraftTerm[]>) {
  for (const batch of batches) yield* batch
}

/** Converts header lines to an object for fetch(). */
export function toHeaders(lines: string): Record<string, string> {
  const headers = lines.split('\r\n').filter((line) => line.includes(':'))
  return Object.fromEntries(
    headers.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
}
