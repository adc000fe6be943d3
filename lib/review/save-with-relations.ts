import type { Context } from '../context.ts'
import { createTerm } from '../glossary/create.ts'
import { relateAll, type Wanted } from '../glossary/relate-all.ts'
import { lockTerms } from '../glossary/relations-at-once.ts'
import type { Actor } from '../identity/actor.ts'
import type { NewTerm, Term, TermEdit } from '../schemas/term.ts'
import { saveEdit } from './save-edit.ts'

type Needs = Pick<Context, 'db' | 'settings'>
type Relations = { shown: readonly Wanted[]; wanted: readonly Wanted[] }

/**
 * Saves an edit and the relations of a term together, or nothing of both.
 *
 * @returns whether anything has changed
 * @throws Problem as `saveEdit` and `relateAll` do
 */
export function saveWithRelations(
  ctx: Needs,
  actor: Actor,
  id: string,
  edit: TermEdit & { resolve_disputes?: boolean },
  relations: Relations,
): Promise<boolean> {
  return ctx.db.begin(async (tx) => {
    const needs = { ...ctx, db: tx }
    // All at once and in order, so that nobody waits for somebody who waits for them.
    const ids = [...relations.shown, ...relations.wanted].map(({ other_id }) => other_id)
    if (ids.length > 0) await lockTerms(tx, [...new Set([id, ...ids])])
    const { isChanged } = await saveEdit(needs, actor, id, edit)
    const isRelated = await relateAll(needs, actor, id, relations)
    return isChanged || isRelated
  })
}

/**
 * Adds a term with its relations, or nothing of both.
 *
 * @throws Problem as `createTerm` and `relateAll` do
 */
export function createWithRelations(
  ctx: Needs,
  actor: Actor,
  input: NewTerm,
  wanted: readonly Wanted[],
): Promise<Term> {
  return ctx.db.begin(async (tx) => {
    const needs = { ...ctx, db: tx }
    const term = await createTerm(needs, actor, input)
    await relateAll(needs, actor, term.id, { shown: [], wanted })
    return term
  })
}
