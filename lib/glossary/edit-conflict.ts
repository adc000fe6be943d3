import type { Db } from '../context.ts'
import { type TextField, textFields } from '../schemas/content.ts'
import type { HistoryEntry, Term } from '../schemas/term.ts'
import { listHistory, readVersion } from './history.ts'
import { type Texts, toTexts } from './texts.ts'

/** Two edits of the same version of a term: one is saved (`theirs`), the other is not (`mine`). */
export type EditConflict = {
  base: Texts
  theirs: Texts
  mine: Texts
  /** `mine`, with their texts where only they changed something */
  combined: Texts
  /** the fields that only they changed */
  theirFields: TextField[]
  /** the fields that both changed, to different texts */
  conflicts: TextField[]
  /** the entry of their edit, if it is among the newest of the history */
  otherEdit: HistoryEntry | undefined
}

const textActions = ['updated', 'reverted', 'merged']

/**
 * Combines an edit with the current texts of the term, and reads who made the other edit.
 *
 * @param version the one that the edit is based on
 */
export async function readEditConflict(ctx: Db, term: Term, version: number, mine: Texts): Promise<EditConflict> {
  const [before, history] = await Promise.all([
    readVersion(ctx, term, version),
    listHistory(ctx, term.id, { limit: 20, offset: 0 }),
  ])
  const [base, theirs] = [toTexts(before), toTexts(term)]
  const otherEdit = history.items.find((entry) => entry.version > version && textActions.includes(entry.action))
  return { base, theirs, mine, ...combine(base, theirs, mine), otherEdit }
}

function combine(base: Texts, theirs: Texts, mine: Texts) {
  const changed = textFields.filter((field) => theirs[field] !== base[field])
  const theirFields = changed.filter((field) => mine[field] === base[field])
  const conflicts = changed.filter((field) => mine[field] !== base[field] && mine[field] !== theirs[field])
  const theirTexts = Object.fromEntries(theirFields.map((field) => [field, theirs[field]]))
  return { combined: { ...mine, ...theirTexts }, theirFields, conflicts }
}
