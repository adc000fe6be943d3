import * as v from 'valibot'
import { whole } from './page.ts'
import { aliasKinds, category, Term } from './term.ts'
import { text } from './text.ts'

export const LookupQuery = v.object({
  q: text(200),
  category: v.optional(category),
  text: v.optional(text(2000, { multiline: true })),
})

/** The name that a question matched, if it is not the name of the term. */
export const MatchedName = v.object({
  name: v.string(),
  kind: v.picklist(['name', ...aliasKinds, 'full_name']),
})

export const Lookup = v.object({
  match: v.picklist(['exact', 'alias', 'full_name', 'folded', 'inflected', 'none']),
  terms: v.array(v.object({ ...Term.entries, matched: v.optional(MatchedName) })),
  total: whole,
  did_you_mean: v.array(v.string()),
})
