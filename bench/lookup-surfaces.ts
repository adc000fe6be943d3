import type { Request } from './scratch-glossary.ts'

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
  result: { isError?: boolean; structuredContent?: FoundTerm & { also: FoundTerm[] } }
}

/** The surfaces that answer questions about names. */
export const toSurfaces = (request: Request): Surface[] => [
  {
    label: 'lookup',
    limit: 20,
    async ask(q) {
      const body = (await request(`/api/v1/lookup?${new URLSearchParams({ q })}`)) as LookupBody
      return { found: body.terms, suggested: body.did_you_mean }
    },
  },
  {
    label: 'search',
    limit: 50,
    isList: true,
    async ask(q) {
      const body = (await request(`/api/v1/terms?${new URLSearchParams({ q })}`)) as ListBody
      // The items of similar spellings are suggestions.
      const suggested = body.did_you_mean
      return { found: suggested ? [] : body.items, suggested: suggested ?? [] }
    },
  },
  {
    label: 'get_term',
    limit: 10,
    async ask(name) {
      const params = { name: 'get_term', arguments: { name } }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const { result } = (await request('/mcp', call)) as ToolBody
      const best = result.structuredContent
      return { found: best ? [best, ...best.also] : [], suggested: [] }
    },
  },
]
