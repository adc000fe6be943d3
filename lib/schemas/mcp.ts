import * as v from 'valibot'
import { category, ofContent } from './content.ts'
import { explained, MatchedName, textToExplain } from './lookup.ts'
import { integer, whole } from './numbers.ts'
import { BeforeDispute, NeedsCorrection, related, Status, statuses } from './term.ts'
import { languageTag, query, text, timestamp } from './text.ts'
import { ShownTranslation } from './translation.ts'

const statusOrAll = v.pipe(
  v.picklist([...statuses, 'all'], `must be one of ${statuses.join(', ')}, all`),
  v.description(
    'Returns only terms with this status; "all" returns all of them. From most to least trusted: official, community, pending, suggested.',
  ),
)

/** In UTF-16 units; what is longer is cut. */
const maxContext = 2000

const language = v.optional(
  v.pipe(
    languageTag,
    v.description(
      'The language that the user reads, such as "de": terms then have their "translation". By default, the one that the user has chosen in the glossary.',
    ),
  ),
)

export const GetTermInput = v.object({
  name: query(200, 'The name as the user wrote it, for example "SLA", "SLAs" or "uptime contract".'),
  context: v.optional(
    v.pipe(
      v.string('must be text'),
      v.description(
        'The text around the name, for example the paragraph that the user asks about. It decides which of several meanings comes first.',
      ),
      v.transform((value) => value.slice(0, maxContext).toWellFormed()),
      text(maxContext, { multiline: true }),
    ),
  ),
  language,
})

export const SearchTermsInput = v.object({
  query: query(200, 'Words to search for, for example "service level". The last word can be incomplete.'),
  status: v.optional(statusOrAll, 'all'),
  limit: v.pipe(v.optional(integer(1, 100), 10), v.description('The maximum number of terms to return, 1 to 100.')),
  language,
})

export const ListTermsInput = v.object({
  category: v.pipe(
    v.optional(category, 'all'),
    v.description('Returns only terms in this category, for example "Finance"; "all" returns all of them.'),
  ),
  status: v.optional(statusOrAll, 'all'),
  limit: v.pipe(v.optional(integer(1, 100), 50), v.description('The number of terms per page, 1 to 100.')),
  offset: v.pipe(
    v.optional(integer(0, 1_000_000_000), 0),
    v.description('The number of terms to skip. For the next page, add the limit.'),
  ),
})

export const ExplainTextInput = v.object({
  text: v.pipe(textToExplain, v.description('The text as the user has it, up to 50,000 characters.')),
  language,
})

const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description))

/** Agents mark no texts. */
const { in_texts: _, ...shown } = ofContent('shown')

const termFields = {
  id: v.string(),
  ...shown,
  full_name: described(shown.full_name, 'What the name stands for, if it is an abbreviation.'),
  translation: v.optional(
    described(
      v.nullable(ShownTranslation),
      'What the term says in the language of the user; null if nothing. Answer with it, and say so if it is outdated.',
    ),
  ),
  aliases: described(shown.aliases, 'Other names of the term. Do not use those of the kind "discouraged".'),
  status: Status,
  status_meaning: described(v.string(), 'How far to trust a definition with this status.'),
  vote_count: whole,
  before_dispute: v.optional(described(BeforeDispute, 'What the term was before it was disputed.')),
  needs_correction: v.optional(described(NeedsCorrection, 'Why the definition is known to be wrong. Tell the user.')),
  is_stale: described(
    v.boolean(),
    'True if the definition has not been confirmed for a long time and may be out of date.',
  ),
  url: described(v.string(), 'The page of the term.'),
  citation: described(
    v.object({
      url: described(
        v.string(),
        'The page of the term at this version. Use it as a link in your answer: it keeps this text, and says what has changed since.',
      ),
      version: whole,
      status: Status,
      last_confirmed_at: described(timestamp, 'When someone last confirmed that the definition is right.'),
    }),
    'The source to cite in your answer.',
  ),
}

export const TermResult = v.object(termFields)
export type TermResult = v.InferOutput<typeof TermResult>

const relatedFields = {
  ...termFields,
  ...related,
  relations: described(
    v.optional(related.relations),
    'How the term is related to others, at most 20 of each kind. Absent if the result had no room for it: ask for the term alone.',
  ),
  differs_from: described(
    v.optional(v.array(v.object({ name: v.string(), definition: v.string(), url: v.string() }))),
    'Terms that this one is often confused with, and how they begin. Do not mix them up.',
  ),
}

export const RelatedResult = v.object(relatedFields)
export type RelatedResult = v.InferOutput<typeof RelatedResult>

const advice = described(
  v.optional(v.string()),
  'Which name to use instead of the one that was looked up. Tell the user.',
)

const meaningFields = {
  ...relatedFields,
  matched: described(
    v.optional(MatchedName),
    'The alias or full name that was looked up, if it was not the name of the term. In a question with several names, the name that this is a meaning of.',
  ),
  advice,
}

/** A meaning of the name that an agent looked up. */
export const MeaningResult = v.object(meaningFields)
export type MeaningResult = v.InferOutput<typeof MeaningResult>

export const GetTermOutput = v.object({
  ...meaningFields,
  followed_category: described(
    v.optional(v.string()),
    'If it is there, this meaning is first only because the person follows this category. Say so.',
  ),
  also: described(
    v.array(MeaningResult),
    'Up to 9 other meanings, best first: of the same name, or of the other names in a question. Choose by context. If unsure, ask the user.',
  ),
  total: described(
    whole,
    'How many meanings the name has. If more than are listed here, use search_terms to get the others.',
  ),
})

const addUrl = described(v.string(), 'Where a person can add the missing term. Give this link to the user.')

export type GetTermOutput = v.InferOutput<typeof GetTermOutput>

export const TermsOutput = v.object({
  items: v.array(TermResult),
  total: described(whole, 'The total number of matching terms.'),
})

export const SearchTermsOutput = v.object({
  ...TermsOutput.entries,
  did_you_mean: described(
    v.optional(v.array(v.string())),
    'Names of other terms with a similar spelling, if nothing matches the query. Do not present them as what the user asked for.',
  ),
  note: described(v.optional(v.string()), 'Present if no term is called like the query. Tell the user so.'),
})

export type SearchTermsOutput = v.InferOutput<typeof SearchTermsOutput>

export const ExplainTextOutput = v.object({
  matches: described(
    v.array(v.object({ ...explained.matches.item.entries, advice })),
    'The names in the text, in its order. Positions count UTF-16 units; "end" is exclusive. "matched" is the alias or full name that was found, if it was not the name of the best meaning. If "is_guess" is true, the text may mean something else: say so.',
  ),
  terms: described(v.array(RelatedResult), 'The terms that the matches mean, each once.'),
  unknown: described(
    v.array(v.object({ ...explained.unknown.item.entries, add_url: addUrl })),
    'What is written like an acronym or a code name and is not in the glossary. Tell the user that it is unknown.',
  ),
  is_complete: described(v.boolean(), 'False if the text has more names or meanings than fit into a result.'),
  note: described(v.optional(v.string()), 'What to do next, if the text has no name.'),
})
export type ExplainTextOutput = v.InferOutput<typeof ExplainTextOutput>
