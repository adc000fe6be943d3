import { commonWord, type DataSet, type DraftTerm, roots } from './data.ts'
import type { Request } from './load.ts'

/** A server under load, and what is known of it. Callers are header lines. */
export type Target = {
  name: 'service' | 'bare' | 'peer'
  /** of the data set that it is asked for, in terms */
  size: number
  operations: readonly Operation[]
  /** of its processes, each of which is asked for a part of every round */
  urls: readonly string[]
  /** of terms, in an order of no meaning */
  ids: readonly string[]
  callers: {
    nobody: readonly string[]
    token: readonly string[]
    session: readonly string[]
    /** who have not voted yet */
    voters: readonly string[]
  }
}

/** Something that is measured. */
export type Operation = {
  name: string
  /** of every answer */
  status: number
  /** how many terms an answer holds at least */
  terms: number
  /** The request of that number, counted from 0; undefined where there are no more. */
  request(target: Target, number: number): Request | undefined
}

const terms = '/api/v1/terms'
const stamp = Date.now().toString(36)

/** All operations. What writes comes last, so that the others find the data as it was stored. */
export function operations({ size, samples }: DataSet): Operation[] {
  const farPage = Math.max(0, Math.min(199 * 50, size - 50))
  const full = Math.min(500, size / 4)
  const get = ({ ids }: Target, number: number) => `${terms}/${pick(ids, number)}`
  return [
    read('health', 0, () => '/health', 'nobody'),
    read('get by token', 1, get),
    read('get by session', 1, get, 'session'),
    read('list', 50, () => `${terms}?limit=50`),
    // Few wait for the same here: it shows what one statement for all who wait gives the others.
    read('list pages in turn', 50, (_, number) => `${terms}?limit=50&offset=${(number % 40) * 50}`),
    read('list page 200', 50, () => `${terms}?limit=50&offset=${farPage}`),
    read('search exact name', 1, search(toNames(samples))),
    read('search prefix', 1, search(samples.flatMap(toPrefix))),
    read('search two words', 1, search(samples.flatMap(toTwoWords))),
    read('search typo', 1, search(samples.flatMap(toTypo))),
    read('search common word', 20, search([commonWord])),
    call('mcp get_term', 1, toNames(samples), (name) => ({ name })),
    call('mcp search_terms', 1, toNames(samples), (query) => ({ query, limit: 20 })),
    read('export', full, () => '/api/v1/export?status=pending&limit=500'),
    { name: 'vote', status: 200, terms: 0, request: voteRequest },
    {
      name: 'create',
      status: 201,
      terms: 1,
      request: (target, number) =>
        createRequest(pick(target.callers.voters, number), {
          ...pick(samples, number),
          name: `${target.name} ${stamp} ${number}`,
        }),
    },
  ]
}

/** The request that adds a term. */
export function createRequest(
  header: string,
  { name, full_name, definition, category }: DraftTerm,
): Request {
  const body = JSON.stringify({ name, full_name, definition, category })
  return { method: 'POST', path: terms, header, body }
}

function read(
  name: string,
  least: number,
  path: (target: Target, number: number) => string,
  caller: keyof Target['callers'] = 'token',
): Operation {
  return {
    name,
    status: 200,
    terms: least,
    request: (target, number) => ({
      method: 'GET',
      path: path(target, number),
      header: pick(target.callers[caller], number),
    }),
  }
}

/** Calls a tool over MCP, for one of the texts in turn. */
function call(
  name: string,
  least: number,
  texts: readonly string[],
  toArguments: (text: string) => object,
): Operation {
  const [, tool] = name.split(' ')
  const bodies = texts.map((text, id) =>
    JSON.stringify({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: tool, arguments: toArguments(text) },
    }),
  )
  return {
    name,
    status: 200,
    terms: least,
    request: ({ callers }, number) => ({
      method: 'POST',
      path: '/mcp',
      header: [pick(callers.token, number), 'accept: application/json, text/event-stream']
        .filter(Boolean)
        .join('\r\n'),
      body: pick(bodies, number),
    }),
  }
}

/** Every voter votes for every term once. */
function voteRequest({ ids, callers }: Target, number: number): Request | undefined {
  const header = callers.voters[Math.floor(number / ids.length)]
  if (header === undefined) return undefined
  return { method: 'POST', path: `${terms}/${pick(ids, number)}/vote`, header }
}

const search = (queries: readonly string[]) => {
  const paths = queries.map((query) => `${terms}?q=${encodeURIComponent(query)}&limit=20`)
  return (_: Target, number: number) => pick(paths, number)
}

const toNames = (samples: readonly DraftTerm[]) =>
  samples.flatMap(({ name, full_name }) => (full_name ? name : []))

/** A name as it is while its last letter has not been typed. */
const toPrefix = ({ name, full_name }: DraftTerm) =>
  full_name && name.length > 3 ? name.slice(0, -1).toLowerCase() : []

function toTwoWords({ definition }: DraftTerm) {
  const [first, second] = new Set(definition.split(' ').filter((word) => roots.includes(word)))
  return first && second ? `${first} ${second}` : []
}

/** A letter is missing from a word that few terms have. */
function toTypo({ name, full_name }: DraftTerm) {
  const [word = ''] = (full_name ?? name).toLowerCase().split(' ')
  return word.length > 8 && !roots.includes(word) ? word.slice(0, 4) + word.slice(5) : []
}

/** One after the other, again and again. */
export const pick = <Item>(items: readonly Item[], number: number) =>
  items[number % items.length] as Item
