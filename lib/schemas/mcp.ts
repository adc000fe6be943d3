import * as v from 'valibot'
import { integer } from './page.ts'
import { category, name, Status, statuses } from './term.ts'
import { text } from './text.ts'

const statusOrAll = v.pipe(
  v.picklist([...statuses, 'all'], `must be one of ${statuses.join(', ')}, all`),
  v.description(
    'Only terms with this status. Trust falls in the order official, community, pending, suggested. "all" does not filter.',
  ),
)

export const GetTermInput = v.object({
  name: v.pipe(
    name,
    v.description('The term as it is written, for example "SLA". Case does not matter.'),
  ),
})

export const SearchTermsInput = v.object({
  query: v.pipe(
    text(200),
    v.description(
      'Words to look for, for example "service level". The last one may be unfinished.',
    ),
  ),
  status: v.optional(statusOrAll, 'all'),
  limit: v.pipe(
    v.optional(integer(1, 100), 10),
    v.description('The most terms to return, 1 to 100.'),
  ),
})

export const ListTermsInput = v.object({
  category: v.pipe(
    v.optional(category, 'all'),
    v.description('Only terms of this category, for example "Finance". "all" does not filter.'),
  ),
  status: v.optional(statusOrAll, 'all'),
  limit: v.pipe(v.optional(integer(1, 100), 50), v.description('Page size, 1 to 100.')),
  offset: v.pipe(
    v.optional(integer(0, 1_000_000_000), 0),
    v.description('How many terms to skip; add the limit to it to get the next page.'),
  ),
})

const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description))

/** What an agent gets to know of a term. */
const facts = {
  id: v.string(),
  name: v.string(),
  full_name: described(
    v.nullable(v.string()),
    'What the name stands for, if it is short for something.',
  ),
  definition: v.string(),
  category: v.nullable(v.string()),
  status: Status,
  status_meaning: described(
    v.string(),
    'What the status says about how far to trust the definition.',
  ),
  vote_count: v.number(),
  is_stale: described(
    v.boolean(),
    'True if nobody has confirmed the definition for a long time: it may be out of date.',
  ),
  url: described(v.string(), 'The page of the term, to cite or to open.'),
}

export const TermFacts = v.object(facts)
export type TermFacts = v.InferOutput<typeof TermFacts>

export const GetTermOutput = v.object({
  ...facts,
  also: described(
    v.array(TermFacts),
    'Other meanings of the same name, less trusted ones last. Choose by context; ask if unsure.',
  ),
})

export const TermsOutput = v.object({
  items: v.array(TermFacts),
  total: described(v.number(), 'How many terms match in all.'),
})
