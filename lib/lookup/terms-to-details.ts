import type { Context } from '../context.ts'
import { mayEditProtected } from '../glossary/revise.ts'
import { inChosenLanguage } from '../glossary/translated.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import type { JsonText } from '../json-text.ts'
import type { Relations, Term } from '../schemas/term.ts'
import { findNameLinks, type NameLink } from './definitions-to-links.ts'

type Needs = Pick<Context, 'db' | 'names' | 'log' | 'settings'>

/** What an answer says beside a term, to one reader. */
export type AnswerDetails = {
  /** the names of other terms in the definition */
  links: readonly NameLink[]
  /** the names of the terms whose definitions name this one, the most trusted first */
  namedIn: readonly string[]
  hasVoted: boolean
  isFollowed: boolean
  /** whether the reader may confirm that the term is still right */
  mayConfirm: boolean
  /** whether the reader may edit the term; others propose a change */
  mayEdit: boolean
  /**
   * how the text was last changed or confirmed, whichever was later; null if that was not an entry of its history, such
   * as a new owner
   */
  lastAction: 'created' | 'updated' | 'confirmed' | 'reverted' | null
  lastActionAt: string
  /** whether the owner did that */
  isByOwner: boolean
} & Relations

type Row = {
  id: string
  has_voted: boolean
  is_followed: boolean
  is_protected: boolean
  last_action: AnswerDetails['lastAction']
  last_action_at: string
  is_by_owner: boolean
  named_in: string[]
  relations: JsonText<Relations> | null
}

/** A term with what an answer says beside it. */
export type AnsweredTerm = { term: Term; details: AnswerDetails }

/** Returns the terms, each with what an answer says beside it. */
export async function addDetails(ctx: Needs, reader: Actor, terms: readonly Term[]): Promise<AnsweredTerm[]> {
  if (terms.length === 0) return []
  const detailsOf = await readDetails(ctx, reader, terms)
  return terms.map((term) => ({ term, details: detailsOf(term) }))
}

const withShownText = (term: Term) => ({ id: term.id, definition: inChosenLanguage(term).definition })

/** Reads what an answer says beside terms; returns what it says beside each of them. */
export async function readDetails(
  ctx: Needs,
  reader: Actor,
  terms: readonly Term[],
): Promise<(term: Term) => AnswerDetails> {
  const ids = terms.map(({ id }) => id)
  const [rows, links] = await Promise.all([
    ctx.db.many<Row>('lookup/answer-details', { ids, reader_id: reader.id }),
    findNameLinks(ctx, terms.map(withShownText)),
  ])
  const found = new Map(rows.map((row) => [row.id, row]))
  const mayEditAny = mayEditProtected(ctx.settings, reader)
  return ({ id, owner, needs_correction, last_confirmed_at }) => {
    const row = found.get(id)
    const isMine = owner?.id === reader.id
    return {
      links: links.get(id) ?? [],
      namedIn: row?.named_in ?? [],
      hasVoted: row?.has_voted ?? false,
      isFollowed: row?.is_followed ?? false,
      mayConfirm: !needs_correction && (isMine || isEditor(reader)),
      mayEdit: isMine || mayEditAny || !row?.is_protected,
      lastAction: row?.last_action ?? null,
      lastActionAt: row?.last_action_at ?? last_confirmed_at,
      isByOwner: row?.is_by_owner ?? false,
      ...(row?.relations?.parse() ?? { relations: [] }),
    }
  }
}
