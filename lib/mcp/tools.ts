import type * as v from 'valibot'
import { findByNames } from '../glossary/find.ts'
import { listTerms } from '../lookup/list.ts'
import {
  GetTermInput,
  GetTermOutput,
  ListTermsInput,
  SearchTermsInput,
  TermsOutput,
} from '../schemas/mcp.ts'
import type { McpContext } from './context.ts'
import { toTermResult } from './term-result.ts'

type Schema = v.GenericSchema

/** An error that the model sees as the result of the tool call (`isError`). */
export class ToolError extends Error {}

export type Tool = {
  name: string
  title: string
  description: string
  input: Schema
  output: Schema
  /** @throws ToolError */
  run(ctx: McpContext, input: unknown): Promise<unknown>
}

/** Defines a tool. Checks the types of its function against its schemas. */
const defineTool = <Input extends Schema, Output extends Schema>(definition: {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  run(ctx: McpContext, input: v.InferOutput<Input>): Promise<v.InferOutput<Output>>
}) => definition as unknown as Tool

const maxOtherMeanings = 9

const getTerm = defineTool({
  name: 'get_term',
  title: 'Get a term',
  description:
    'Looks up a company term, acronym or jargon word by its exact name (case-insensitive). Returns what it means in this company and how far to trust the definition. Call this first for any name that may be internal, even if you know a common meaning: companies use the same letters for different things. If the name has several meanings, the result is the most trusted one, with up to 9 others in "also", and "total" is the number of all meanings. If you do not know the exact name, use search_terms.',
  input: GetTermInput,
  output: GetTermOutput,
  async run({ db, settings }, { name }) {
    const terms = await findByNames({ db }, [name])
    const [first, ...others] = terms
    if (!first) throw await unknownTermError(db, name)
    return {
      ...toTermResult(settings, first),
      also: others.slice(0, maxOtherMeanings).map((term) => toTermResult(settings, term)),
      total: terms.length,
    }
  },
})

async function unknownTermError(db: McpContext['db'], name: string) {
  const { items } = await listTerms({ db }, { q: name }, { limit: 10, offset: 0 })
  const similar = [...new Set(items.map((term) => term.name))].slice(0, 3)
  const hint =
    similar.length > 0
      ? `Similar or related terms: ${similar.map((each) => JSON.stringify(each)).join(', ')}. Look one up only if the user meant it.`
      : 'There are no similar terms. Use search_terms to search the definitions.'
  return new ToolError(
    `The glossary has no term ${JSON.stringify(name)}. Do not invent a meaning; tell the user that the glossary does not have it. ${hint}`,
  )
}

const searchTerms = defineTool({
  name: 'search_terms',
  title: 'Search terms',
  description:
    'Searches the names, full names and definitions in the company glossary. Returns the best matches first: exact names, names that start with the query, terms with all words in any order, similar spellings. Use it if you have words or a guess but no exact name, or to find out what this company calls something. For a name that you know, use get_term; to browse a category, use list_terms. "total" is the number of matches; increase "limit" to get more.',
  input: SearchTermsInput,
  output: TermsOutput,
  async run({ db, settings }, { query, status, limit }) {
    const filter = { q: query, ...(status !== 'all' && { status }) }
    const { items, total } = await listTerms({ db }, filter, { limit, offset: 0 })
    return { items: items.map((term) => toTermResult(settings, term)), total }
  },
})

const listAllTerms = defineTool({
  name: 'list_terms',
  title: 'List terms',
  description:
    'Lists the terms in the company glossary, sorted by name, one page at a time, optionally of one category or status. Use it to browse the glossary or to get all terms of a category. To look up a name, use get_term; to search for words, use search_terms. If "total" is greater than offset + limit, call again with offset increased by limit.',
  input: ListTermsInput,
  output: TermsOutput,
  async run({ db, settings }, { category, status, limit, offset }) {
    const filter = {
      ...(category.toLowerCase() !== 'all' && { category }),
      ...(status !== 'all' && { status }),
    }
    const { items, total } = await listTerms({ db }, filter, { limit, offset })
    return { items: items.map((term) => toTermResult(settings, term)), total }
  },
})

/** All tools, in the order in which clients list them. They are read-only. */
export const tools: readonly Tool[] = [getTerm, searchTerms, listAllTerms]
