import * as v from 'valibot'
import { aliasKinds, category } from './content.ts'
import { whole } from './numbers.ts'
import { Relation, relations, Term } from './term.ts'
import { query, text, uuid } from './text.ts'

export const LookupQuery = v.object({
  q: query(200),
  category: v.optional(category),
  text: v.optional(text(2000, { multiline: true, minLength: 0 })),
})

/** The name that a question matched, if it is not the name of the term. */
export const MatchedName = v.object({ name: v.string(), kind: v.picklist(['name', ...aliasKinds, 'full_name']) })

/** The maximum length of a text to explain, in UTF-16 units (contract, section 14). */
export const maxTextLength = 50_000

/** The maximum size of a request with such a text (contract, section 4). */
export const maxRequestBytes = 512 * 1024

/** A text as it was sent, because positions refer to it: neither trimmed nor normalised. */
export const textToExplain = v.pipe(
  v.string('must be text'),
  v.maxLength(maxTextLength, 'must be at most 50,000 characters (UTF-16 units) long'),
)

export const TextToExplain = v.object({
  text: textToExplain,
  format: v.optional(v.picklist(['text', 'markdown'], 'must be text or markdown'), 'text'),
  category: v.nullish(category),
  loose: v.optional(v.boolean('must be true or false'), false),
})

/** A part of a text: its position in UTF-16 units, of which `end` is exclusive. */
const part = { start: whole, end: whole, text: v.string() }

/** The parts of an explanation besides its terms. */
export const explained = {
  matches: v.array(
    v.object({ ...part, term_ids: v.array(uuid), matched: v.optional(MatchedName), is_guess: v.optional(v.boolean()) }),
  ),
  unknown: v.array(v.object(part)),
}

/** What an embed key may read of a term (contract, section 14), besides what it was before an open dispute, and why it is wrong. */
const embedFields = [...['id', 'name', 'full_name', 'definition', 'category', 'aliases', 'links', 'status']] as const

export const EmbedTerm = v.pick(Term, embedFields)

/** A term; an embed key gets only the fields of `EmbedTerm` and the relations. */
const ExplainedTerm = v.object({
  ...EmbedTerm.entries,
  relations: v.pipe(
    v.array(
      v.object({
        ...Relation.entries,
        term: v.object({
          ...Relation.entries.term.entries,
          definition: v.optional(v.pipe(v.string(), v.description('Its first sentence; only for an embed.'))),
        }),
      }),
    ),
    v.description('How the term is related to others.'),
  ),
  ...v.partial(v.omit(Term, [...embedFields, 'relations'])).entries,
})

export const Explanation = v.object({ ...explained, terms: v.array(ExplainedTerm) })

export const Lookup = v.object({
  match: v.picklist([
    ...['exact', 'alias', 'full_name', 'folded', 'inflected', 'misspelled', 'contained', 'none'],
  ] as const),
  terms: v.array(v.object({ ...Term.entries, relations, matched: v.optional(MatchedName) })),
  total: whole,
  followed_category: v.optional(v.string()),
  did_you_mean: v.array(v.string()),
})
