import type { Context } from '../context.ts'
import { mayEditProtected } from '../glossary/revise.ts'
import { type Actor, isEditor } from '../identity/actor.ts'
import type { JsonText } from '../json-text.ts'
import type { ShownRelation, Term } from '../schemas/term.ts'
import { findNameLinks, type NameLink } from './name-links.ts'

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
  /** how the term was last brought up to date; null if that was not an entry of its history, such as a new owner */
  lastAction: 'created' | 'updated' | 'confirmed' | 'reverted' | null
  /** whether the owner did that */
  isByOwner: boolean
  relations: readonly ShownRelation[]
}

type Row = {
  id: string
  has_voted: boolean
  is_followed: boolean
  is_protected: boolean
  last_action: AnswerDetails['lastAction']
  is_by_owner: boolean
  named_in: string[]
  relations: JsonText<ShownRelation[]> | null
}

/** A term with what an answer says beside it. */
export type AnsweredTerm = { term: Term; details: AnswerDetails }

/** Returns the terms, each with what an answer says beside it. */
export async function addDetails(ctx: Needs, reader: Actor, terms: readonly Term[]): Promise<AnsweredTerm[]> {
  if (terms.length === 0) return []
  const detailsOf = await readDetails(ctx, reader, terms)
  return terms.map((term) => ({ term, details: detailsOf(term) }))
}

/** Reads what an answer says beside terms; returns what it says beside each of them. */
export async function readDetails(
  ctx: Needs,
  reader: Actor,
  terms: readonly Term[],
): Promise<(term: Term) => AnswerDetails> {
  const ids = terms.map(({ id }) => id)
  const [rows, links] = await Promise.all([
    ctx.db.many<Row>('lookup/answer-details', { ids, reader_id: reader.id }),
    findNameLinks(ctx, terms),
  ])
  const found = new Map(rows.map((row) => [row.id, row]))
  const mayEditAny = mayEditProtected(ctx.settings, reader)
  return ({ id, owner }) => {
    const row = found.get(id)
    const isMine = owner?.id === reader.id
    return {
      links: links.get(id) ?? [],
      namedIn: row?.named_in ?? [],
      hasVoted: row?.has_voted ?? false,
      isFollowed: row?.is_followed ?? false,
      mayConfirm: isMine || isEditor(reader),
      mayEdit: isMine || mayEditAny || !row?.is_protected,
      lastAction: row?.last_action ?? null,
      isByOwner: row?.is_by_owner ?? false,
      relations: row?.relations?.parse() ?? [],
    }
  }
}
