import type { ScratchGlossary } from './scratch-glossary.ts'

export type FoundTerm = { name: string; full_name: string | null }

/** What a surface answers to a question. */
export type Answer = {
  /** the terms that it presents as the answer, the first one first */
  found: FoundTerm[]
  /** the names that it suggests instead */
  suggested: string[]
}

export type Surface = {
  label: string
  /** the largest number of meanings that it shows */
  limit: number
  /** whether it lists terms while a person types */
  isList?: boolean
  ask(question: string): Promise<Answer>
}

type LookupBody = { terms: FoundTerm[]; did_you_mean: string[] }
type ListBody = { items: FoundTerm[]; did_you_mean?: string[] }
type ToolBody = {
  result: { isError?: boolean; content: { text: string }[]; structuredContent?: FoundTerm & { also: FoundTerm[] } }
}
type Block = { type: string; text?: { text: string }; elements?: Element[] }
type Element = { action_id?: string; value?: string }

/** The surfaces that answer questions about names. */
export const toSurfaces = ({ request, sendCommand }: ScratchGlossary): Surface[] => [
  {
    label: 'lookup',
    limit: 20,
    async ask(q) {
      const response = await request(`/api/v1/lookup?${new URLSearchParams({ q })}`)
      const { terms, did_you_mean } = (await response.json()) as LookupBody
      return { found: terms, suggested: did_you_mean }
    },
  },
  {
    label: 'page',
    limit: 6,
    async ask(q) {
      const html = await (await request(`/?${new URLSearchParams({ q })}`)).text()
      return readPage(html)
    },
  },
  {
    label: 'slack',
    limit: 5,
    async ask(question) {
      const { blocks = [] } = await sendCommand(`define ${question}`)
      return readMessage(blocks as Block[])
    },
  },
  {
    label: 'get_term',
    limit: 10,
    async ask(name) {
      const params = { name: 'get_term', arguments: { name } }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const { result } = (await (await request('/mcp', call)).json()) as ToolBody
      const best = result.structuredContent
      if (best) return { found: [best, ...best.also], suggested: [] }
      const [, names = ''] = /similar name: (.*)\. Look one up/.exec(result.content[0]?.text ?? '') ?? []
      return { found: [], suggested: JSON.parse(`[${names}]`) }
    },
  },
  {
    label: 'search',
    limit: 50,
    isList: true,
    async ask(q) {
      const response = await request(`/api/v1/terms?${new URLSearchParams({ q })}`)
      const body = (await response.json()) as ListBody
      // The items of similar spellings are suggestions.
      const suggested = body.did_you_mean
      return { found: suggested ? [] : body.items, suggested: suggested ?? [] }
    },
  },
]

/** Reads the answer and the similar names of the home page. */
function readPage(html: string): Answer {
  const [, answer = ''] = /<section class="answer"(.*?)<\/section>/s.exec(html) ?? []
  const meanings = answer.split('<article').slice(1)
  const [, links = ''] = /<p>Similar names:(.*?)<\/p>/s.exec(html) ?? []
  const [, terms = ''] = />Similar names<\/h2>(.*?)<\/ol>/s.exec(html) ?? []
  return {
    found: meanings.map((meaning) => ({
      name: toText(/<a href="[^"]*">(.*?)<\/a>/s.exec(meaning)?.[1] ?? ''),
      full_name: toText(/<p class="full-name">(.*?)<\/p>/s.exec(meaning)?.[1] ?? ''),
    })),
    suggested: [...`${links}${terms}`.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, name = '']) => toText(name)),
  }
}

/** Reads the meanings and the buttons with similar names of a message. */
function readMessage(blocks: readonly Block[]): Answer {
  const sections = blocks.map(({ text }) => text?.text ?? '')
  return {
    found: sections.flatMap((section) => {
      const [, name, full_name = ''] = /^\*(.+?)\*(?: \((.*)\))?\n/.exec(section) ?? []
      return name === undefined ? [] : [{ name: toText(name), full_name: toText(full_name) }]
    }),
    suggested: blocks
      .flatMap(({ elements = [] }) => elements)
      .flatMap(({ action_id = '', value }) => (/^define/.test(action_id) && value !== undefined ? [value] : [])),
  }
}

/** HTML and Slack escape the same characters, except for quotation marks. */
const toText = (escaped: string) =>
  escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
