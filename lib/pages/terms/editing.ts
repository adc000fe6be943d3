import * as v from 'valibot'
import type { Context } from '../../context.ts'
import { listHistory, readTextsAtVersion } from '../../glossary/history.ts'
import { type MergeResult, merge, type Texts } from '../../glossary/merge.ts'
import { readTerm } from '../../glossary/read.ts'
import { reviseTerm } from '../../glossary/revise.ts'
import type { Actor } from '../../identity/actor.ts'
import { Problem } from '../../problem.ts'
import { type HistoryEntry, NewTerm, note, type Term, TermEdit } from '../../schemas/term.ts'
import { changedFields } from './changes.tsx'

type Needs = Pick<Context, 'db'>

const { version } = TermEdit.entries

/** The form that edits a term: a name and a definition there must be, the rest may be left blank. */
export const EditForm = v.object({ ...NewTerm.entries, version, note: v.nullish(note) })
export type Edit = v.InferOutput<typeof EditForm>

/** An edit that met another one, made meanwhile. */
export type Meeting = MergeResult & {
  base: Texts
  theirs: Texts
  mine: Texts
  /** the other edit, where it is still among the newest entries of the history */
  other: HistoryEntry | undefined
}

/**
 * Saves an edit. A vote or a step of the lifecycle that came in between is no hindrance, as long as the
 * texts are those that the edit was made from.
 *
 * @throws Problem `not_found`, `duplicate`, or `version_conflict` where the texts have changed
 */
export async function saveEdit(ctx: Needs, actor: Actor, id: string, edit: Edit): Promise<Term> {
  const wanted = { ...edit, ...textsOfEdit(edit) }
  try {
    return await reviseTerm(ctx, actor, id, wanted, null)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'version_conflict') throw error
    const term = await readTerm(ctx, id)
    const base = await readTextsAtVersion(ctx, term, edit.version)
    if (changedFields(base, term).length > 0) throw error
    return reviseTerm(ctx, actor, id, { ...wanted, version: term.version }, null)
  }
}

/** Brings an edit together with the term as it is now. */
export async function meet(ctx: Needs, term: Term, edit: Edit): Promise<Meeting> {
  const mine = textsOfEdit(edit)
  const [base, history] = await Promise.all([
    readTextsAtVersion(ctx, term, edit.version),
    listHistory(ctx, term.id, { limit: 20, offset: 0 }),
  ])
  const other = history.items.find(({ action }) => action === 'updated')
  return { ...merge(base, term, mine), base, theirs: term, mine, other }
}

const textsOfEdit = ({ name, full_name, definition, category }: Edit): Texts => ({
  ...{ name, definition },
  ...{ full_name: full_name ?? null, category: category ?? null },
})

/** What the fields of the form hold for a term, or for texts that take the place of its own. */
export const fieldsOf = (term: Term, texts: Texts = term, note = '') =>
  new URLSearchParams({
    name: texts.name,
    full_name: texts.full_name ?? '',
    definition: texts.definition,
    category: texts.category ?? '',
    note,
    version: String(term.version),
  })

/** The texts that fields hold, whether they would be taken or not. */
export function textsTyped(typed: URLSearchParams): Texts {
  const value = (name: string) => (typed.get(name) ?? '').trim().normalize('NFC')
  return {
    name: value('name'),
    full_name: value('full_name') || null,
    definition: value('definition'),
    category: value('category') || null,
  }
}

/** The texts that whoever typed had before them. */
export function textsBefore(ctx: Needs, term: Term, typed: URLSearchParams): Promise<Texts> {
  const seen = v.safeParse(version, Number(typed.get('version')))
  return readTextsAtVersion(ctx, term, seen.success ? seen.output : term.version)
}
