import type * as v from 'valibot'
import { findByNames } from '../glossary/find.ts'
import { listTerms } from '../glossary/list.ts'
import {
  GetTermInput,
  GetTermOutput,
  ListTermsInput,
  SearchTermsInput,
  TermsOutput,
} from '../schemas/mcp.ts'
import type { McpContext } from './context.ts'
import { toFacts } from './term-result.ts'

type Schema = v.GenericSchema

/** Something a tool has to tell the model in words: the call worked, the answer is no. */
export class ToolRefusal extends Error {}

export type Tool = {
  name: string
  title: string
  description: string
  input: Schema
  output: Schema
  /** @throws ToolRefusal */
  run(ctx: McpContext, input: unknown): Promise<unknown>
}

/** Ties the types of a tool's schemas to those of its function. */
const tool = <Input extends Schema, Output extends Schema>(definition: {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  run(ctx: McpContext, input: v.InferOutput<Input>): Promise<v.InferOutput<Output>>
}) => definition as unknown as Tool

const getTerm = tool({
  name: 'get_term',
  title: 'Get a term',
  description:
    'Looks up one company term, acronym or piece of jargon by its exact name (case does not matter) and returns what it means in this company, with how far to trust it. Use it first whenever a name may be internal, even if you know a common meaning: companies use the same letters differently. If the name has several meanings, the most trusted one comes first and the others are under "also". Use search_terms if you do not know the exact name.',
  input: GetTermInput,
  output: GetTermOutput,
  async run({ db, settings }, { name }) {
    const [first, ...others] = await findByNames({ db }, [name])
    if (!first) throw await unknownTerm({ db, settings }, name)
    return {
      ...toFacts(settings, first),
      also: others.map((term) => toFacts(settings, term)),
    }
  },
})

async function unknownTerm({ db }: McpContext, name: string) {
  const { items } = await listTerms({ db }, { q: name }, { limit: 10, offset: 0 })
  const close = [...new Set(items.map((term) => term.name))].slice(0, 3)
  const offer =
    close.length > 0
      ? ` Terms that look or sound related: ${close.map((each) => JSON.stringify(each)).join(', ')}; look one up only if it is what was meant.`
      : ' Nothing similar is there either; search_terms can look for words of the definition.'
  return new ToolRefusal(
    `The glossary has no term ${JSON.stringify(name)}. Do not invent a meaning: say that the glossary does not know it.${offer}`,
  )
}

const searchTerms = tool({
  name: 'search_terms',
  title: 'Search terms',
  description:
    'Searches names, full names and definitions of the company glossary and returns the best matches first: exact name, beginning of a name, words in any order, close spellings. Use it if you have words or a guess rather than an exact name, or to find what a topic is called here. For one known name use get_term; to browse a category use list_terms. "total" says how many match; raise "limit" to see more.',
  input: SearchTermsInput,
  output: TermsOutput,
  async run({ db, settings }, { query, status, limit }) {
    const filter = { q: query, ...(status !== 'all' && { status }) }
    const { items, total } = await listTerms({ db }, filter, { limit, offset: 0 })
    return { items: items.map((term) => toFacts(settings, term)), total }
  },
})

const listAllTerms = tool({
  name: 'list_terms',
  title: 'List terms',
  description:
    'Lists the terms of the company glossary by name, a page at a time, if wanted only one category or status. Use it to browse or to collect all terms of a category. To find the meaning of a name use get_term, to look for words use search_terms. If "total" is larger than offset + limit, call again with a larger offset.',
  input: ListTermsInput,
  output: TermsOutput,
  async run({ db, settings }, { category, status, limit, offset }) {
    const filter = {
      ...(category.toLowerCase() !== 'all' && { category }),
      ...(status !== 'all' && { status }),
    }
    const { items, total } = await listTerms({ db }, filter, { limit, offset })
    return { items: items.map((term) => toFacts(settings, term)), total }
  },
})

/** The tools, all of them read-only, in the order in which clients see them. */
export const tools: readonly Tool[] = [getTerm, searchTerms, listAllTerms]
