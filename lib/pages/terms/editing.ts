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

type Needs = Pick<Context, 'db' | 'settings'>

const { version } = TermEdit.entries

/** The form that edits a term. Name and definition are required; the other fields may be blank. */
export const EditForm = v.object({ ...NewTerm.entries, version, note: v.nullish(note) })
export type Edit = v.InferOutput<typeof EditForm>

/** An edit of a text that someone else has changed since the form was opened. */
export type EditConflict = MergeResult & {
  base: Texts
  theirs: Texts
  mine: Texts
  /** the entry of the other edit, if it is among the newest of the history */
  otherEdit: HistoryEntry | undefined
}

/**
 * Saves an edit. A vote or a change of status since the form was opened is not a conflict; a change of the
 * texts is.
 *
 * @throws Problem `not_found`, `duplicate`, or `version_conflict` if the texts have changed
 */
export async function saveEdit(ctx: Needs, actor: Actor, id: string, edit: Edit): Promise<Term> {
  const wanted = { ...edit, ...toTexts(edit) }
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

/** Merges an edit with the current texts of the term, and reads who made the other edit. */
export async function readEditConflict(ctx: Needs, term: Term, edit: Edit): Promise<EditConflict> {
  const mine = toTexts(edit)
  const [base, history] = await Promise.all([
    readTextsAtVersion(ctx, term, edit.version),
    listHistory(ctx, term.id, { limit: 20, offset: 0 }),
  ])
  const otherEdit = history.items.find(({ action }) => action === 'updated')
  return { ...merge(base, term, mine), base, theirs: term, mine, otherEdit }
}

const toTexts = ({ name, full_name, definition, category }: Edit): Texts => ({
  ...{ name, definition },
  ...{ full_name: full_name ?? null, category: category ?? null },
})

/** The form values for a term; `texts` replaces the texts of the term. */
export const toFormValues = (term: Term, texts: Texts = term, note = '') =>
  new URLSearchParams({
    name: texts.name,
    full_name: texts.full_name ?? '',
    definition: texts.definition,
    category: texts.category ?? '',
    note,
    version: String(term.version),
  })

/** The texts in a form, valid or not. */
export function textsInForm(values: URLSearchParams): Texts {
  const value = (name: string) => (values.get(name) ?? '').trim().normalize('NFC')
  return {
    name: value('name'),
    full_name: value('full_name') || null,
    definition: value('definition'),
    category: value('category') || null,
  }
}

/** The texts of a term in the version that the form was opened with. */
export function textsBeforeEdit(ctx: Needs, term: Term, values: URLSearchParams): Promise<Texts> {
  const parsed = v.safeParse(version, Number(values.get('version')))
  return readTextsAtVersion(ctx, term, parsed.success ? parsed.output : term.version)
}
