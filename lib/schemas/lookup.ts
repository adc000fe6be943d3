import * as v from 'valibot'
import { aliasKinds, category } from './content.ts'
import { list } from './list.ts'
import { whole } from './numbers.ts'
import { Relation, related, Status, Term } from './term.ts'
import { query, text, uuid } from './text.ts'
import { lang } from './translation.ts'

export const LookupQuery = v.object({
  q: query(200),
  category: v.optional(category),
  text: v.optional(text(2000, { multiline: true, minLength: 0 })),
  lang,
})

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
  lang,
})

/** What can be wrong with a name in a text: what somebody wrote down as a wrong one, and a term that is replaced. */
export const faultKinds = ['misspelling', 'discouraged', 'replaced'] as const
export type FaultKind = (typeof faultKinds)[number]

const correctedFormats = ['text', 'markdown', 'vtt', 'srt'] as const

export const TextToCorrect = v.strictObject({
  text: textToExplain,
  format: v.optional(v.picklist(correctedFormats, `must be one of ${correctedFormats.join(', ')}`), 'text'),
  category: v.nullish(category),
  status: v.optional(Status, 'community'),
  kinds: v.optional(
    list(v.picklist(faultKinds, `must be one of ${faultKinds.join(', ')}`), { min: 1, max: faultKinds.length }),
    ['misspelling'],
  ),
})

export const CorrectedText = v.object({
  text: v.string(),
  changes: v.array(v.object({ start: whole, end: whole, from: v.string(), to: v.string(), term_id: uuid })),
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

/**
 * What an embed key may read of a term (contract, section 14), besides what it was before an open dispute, and why it
 * is wrong.
 */
const embedFields = [
  ...['id', 'name', 'full_name', 'definition', 'category', 'aliases', 'links', 'status'],
  'translation',
] as const

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
  relations_total: related.relations_total,
  ...v.partial(v.omit(Term, [...embedFields, 'relations', 'relations_total'])).entries,
})

export const Explanation = v.object({ ...explained, terms: v.array(ExplainedTerm) })

export const Lookup = v.object({
  match: v.picklist([
    ...['exact', 'alias', 'full_name', 'folded', 'inflected', 'misspelled', 'contained', 'none'],
  ] as const),
  terms: v.array(v.object({ ...Term.entries, ...related, matched: v.optional(MatchedName) })),
  total: whole,
  followed_category: v.optional(v.string()),
  did_you_mean: v.array(v.string()),
})
