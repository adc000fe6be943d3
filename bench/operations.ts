import { commonWord, type DataSet, type DraftTerm, roots } from './data.ts'
import type { Request } from './load.ts'

/** A server under load. */
export type Target = {
  name: 'service' | 'bare' | 'peer'
  /** number of terms in its data set */
  size: number
  operations: readonly Operation[]
  /** one for each of its processes */
  urls: readonly string[]
  /** their PIDs, if they are known */
  pids: readonly (number | undefined)[]
  /** the PID of PostgreSQL's first process, if it is known */
  postmaster: number | null
  /** shuffled term ids */
  ids: readonly string[]
  /** header lines with credentials */
  callers: {
    anonymous: readonly string[]
    token: readonly string[]
    /** agents that have logged in */
    agent: readonly string[]
    /** a single person, who has only a share of the service */
    one: readonly string[]
    session: readonly string[]
    /** users who have not voted yet */
    voters: readonly string[]
  }
  /** how many requests of each operation it has been sent, so that a repeated measurement votes for other terms */
  sent: Map<string, number>
}

/** A kind of request to measure. */
export type Operation = {
  name: string
  /** expected status of every response */
  status: number
  /** minimum number of terms in a response */
  minTerms: number
  /** Returns request `number`, counted from 0, or undefined if there are no more. */
  request(target: Target, number: number): Request | undefined
}

const terms = '/api/v1/terms'
const stamp = Date.now().toString(36)

/** Returns all operations. Those that write come last, so that the others find the data as it was stored. */
export function operations({ size, samples }: DataSet): Operation[] {
  const farPage = Math.max(0, Math.min(199 * 50, size - 50))
  const exportSize = Math.min(500, size / 4)
  const texts = toTexts(samples).map((text) => JSON.stringify({ text }))
  const get = ({ ids }: Target, number: number) => `${terms}/${pick(ids, number)}`
  return [
    read('health', 0, () => '/health', 'anonymous'),
    read('get by token', 1, get),
    read('get by session', 1, get, 'session'),
    read('get by one person', 1, get, 'one'),
    read('list', 50, () => `${terms}?limit=50`),
    read('list page 200', 50, () => `${terms}?limit=50&offset=${farPage}`),
    read('search exact name', 1, search(toNames(samples))),
    read('search prefix', 1, search(samples.flatMap(toPrefix))),
    read('search two words', 1, search(samples.flatMap(toTwoWords))),
    read('search typo', 1, search(samples.flatMap(toTypo))),
    read('search common word', 20, search([commonWord])),
    call('mcp get_term', 1, toNames(samples), (name) => ({ name })),
    call('mcp get_term by agent', 1, toNames(samples), (name) => ({ name }), 'agent'),
    call('mcp explain_text, no name', 0, plainMessages, (text) => ({ text })),
    call('mcp explain_text, names', 1, toMessages(samples), (text) => ({ text })),
    call('mcp search_terms', 1, toNames(samples), (query) => ({ query, limit: 20 })),
    {
      name: 'explain',
      status: 200,
      minTerms: 20,
      request: ({ callers }, number) => ({
        method: 'POST',
        path: '/api/v1/explain',
        header: pick(callers.token, number),
        body: pick(texts, number),
      }),
    },
    read('export', exportSize, () => '/api/v1/export?status=pending&limit=500'),
    { name: 'vote', status: 200, minTerms: 0, request: voteRequest },
    {
      name: 'create',
      status: 201,
      minTerms: 1,
      request: (target, number) =>
        createRequest(pick(target.callers.voters, number), {
          ...pick(samples, number),
          name: `${target.name} ${stamp} ${number}`,
        }),
    },
  ]
}

/** Returns a request that creates a term. */
export function createRequest(header: string, { name, full_name, definition, category }: DraftTerm): Request {
  const body = JSON.stringify({ name, full_name, definition, category })
  return { method: 'POST', path: terms, header, body }
}

function read(
  name: string,
  minTerms: number,
  path: (target: Target, number: number) => string,
  caller: keyof Target['callers'] = 'token',
): Operation {
  return {
    name,
    status: 200,
    minTerms,
    request: (target, number) => ({
      method: 'GET',
      path: path(target, number),
      header: pick(target.callers[caller], number),
    }),
  }
}

/** Calls the MCP tool that `name` names, with each of the texts in turn. */
function call(
  name: string,
  minTerms: number,
  texts: readonly string[],
  toArguments: (text: string) => object,
  caller: keyof Target['callers'] = 'token',
): Operation {
  const [, tool] = name.split(/[ ,]+/)
  const bodies = texts.map((text, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: toArguments(text) } }),
  )
  return {
    name,
    status: 200,
    minTerms,
    request: ({ callers }, number) => ({
      method: 'POST',
      path: '/mcp',
      header: [pick(callers[caller], number), 'accept: application/json, text/event-stream']
        .filter(Boolean)
        .join('\r\n'),
      body: pick(bodies, number),
    }),
  }
}

/** Returns a first vote: every voter votes for every term once. */
function voteRequest({ ids, callers }: Target, number: number): Request | undefined {
  const header = callers.voters[Math.floor(number / ids.length)]
  if (header === undefined) return undefined
  return { method: 'POST', path: `${terms}/${pick(ids, number)}/vote`, header }
}

const search = (queries: readonly string[]) => {
  const paths = queries.map((query) => `${terms}?q=${encodeURIComponent(query)}&limit=20`)
  return (_: Target, number: number) => pick(paths, number)
}

const toNames = (samples: readonly DraftTerm[]) => samples.flatMap(({ name, full_name }) => (full_name ? name : []))

/** What people write to an agent: fewer than 500 characters, without the name of a term. */
const plainMessages = [
  'Could you please look at last week and tell me what went wrong there? I would like to send it to them today.',
  'Thanks! And how would you say this more politely, so that nobody thinks we were late on purpose?',
  'Please make this shorter, and put the most important thing first. '.repeat(7),
]

/** The same with two names. */
const toMessages = (samples: readonly DraftTerm[]) =>
  toNames(samples).map(
    (name, i, names) => `Could you please tell me what ${name} has to do with ${pick(names, i + 1)}?`,
  )

/** A name without its last letter. */
const toPrefix = ({ name, full_name }: DraftTerm) =>
  full_name && name.length > 3 ? name.slice(0, -1).toLowerCase() : []

function toTwoWords({ definition }: DraftTerm) {
  const [first, second] = new Set(definition.split(' ').filter((word) => roots.includes(word)))
  return first && second ? `${first} ${second}` : []
}

/** A rare word without one of its letters. */
function toTypo({ name, full_name }: DraftTerm) {
  const [word = ''] = (full_name ?? name).toLowerCase().split(' ')
  return word.length > 8 && !roots.includes(word) ? word.slice(0, 4) + word.slice(5) : []
}

/** Texts of about 10 KB, with a name after each sentence. Common words are left out: here, many of them are names. */
function toTexts(samples: readonly DraftTerm[]): string[] {
  const isRare = (word: string) => !roots.includes(word.replace('.', ''))
  const sentences = samples.map(
    ({ name, definition }) => `${definition.split(' ').filter(isRare).join(' ')} in ${name}.`,
  )
  const perText = Math.ceil(10_000 / (sentences.join(' ').length / sentences.length))
  return Array.from({ length: Math.ceil(sentences.length / perText) }, (_, i) =>
    Array.from({ length: perText }, (_, j) => pick(sentences, i * perText + j)).join(' '),
  )
}

/** Returns the items one after the other, repeatedly. */
export const pick = <Item>(items: readonly Item[], number: number) => items[number % items.length] as Item
