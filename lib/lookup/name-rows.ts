import type { aliasKinds, InTexts } from '../schemas/content.ts'
import type { Status } from '../schemas/term.ts'

/** The name of a term that a question matches. */
export type MatchedName = { name: string; kind: 'name' | 'full_name' | (typeof aliasKinds)[number] }

/** What a term is called, with what decides whether a question means it, and before which others. */
export type NameRow = MatchedName & {
  term_id: string
  term_name: string
  status: Status
  vote_count: number
  category: string | null
  in_texts: InTexts
  /** whether another term replaces it */
  is_replaced: boolean
  /** whether it has a definition */
  is_explained: boolean
  /** whether the reader follows its category */
  is_followed: boolean
  /** its words, if there are others with this key and a text may choose between them */
  full_name: string | null
  definition: string | null
}

/** The names with each key. */
export type NameRows = ReadonlyMap<string, readonly NameRow[]>
