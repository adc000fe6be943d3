import * as v from 'valibot'
import type { Context } from '../../context.ts'
import { type AliasList, splitNames } from '../../glossary/alias-lists.ts'
import { readTermDetails } from '../../glossary/details.ts'
import { listHistory } from '../../glossary/history.ts'
import { type MergeResult, merge } from '../../glossary/merge.ts'
import { readTerm } from '../../glossary/read.ts'
import { reviseTerm } from '../../glossary/revise.ts'
import { type Content, type Texts, textFields, toTexts } from '../../glossary/texts.ts'
import { readVersion } from '../../glossary/versions.ts'
import type { Actor } from '../../identity/actor.ts'
import { listCategories } from '../../lookup/browse.ts'
import { Problem } from '../../problem.ts'
import { upholdDisputes } from '../../review/disputes.ts'
import { findOpenProposal, mayDecide, propose } from '../../review/proposals.ts'
import type { Proposal } from '../../schemas/proposal.ts'
import { type HistoryEntry, NewTerm, note, type Term, TermEdit } from '../../schemas/term.ts'
import { aliasFields, collectAliases, readAliases } from './alias-fields.ts'
import { changedFields } from './changes.tsx'

type Needs = Pick<Context, 'db' | 'settings'>

const { version } = TermEdit.entries

/** The form that edits a term. Name and definition are required; the other fields may be blank. */
export const EditForm = v.object({
  ...NewTerm.entries,
  ...aliasFields,
  version,
  note: v.nullish(note),
  /** proposes the edit instead of saving it */
  propose: v.optional(v.boolean(), false),
  /** also upholds the open disputes */
  resolve_disputes: v.optional(v.boolean(), false),
})
export type Edit = v.InferOutput<typeof EditForm>

/** An edit of a text that someone else has changed since the form was opened. */
export type EditConflict = MergeResult & {
  base: Texts
  theirs: Texts
  mine: Texts
  /** the entry of the other edit, if it is among the newest of the history */
  otherEdit: HistoryEntry | undefined
}

/** What the form shows besides its values. */
export type EditContext = {
  term: Term
  /** the existing categories, offered as suggestions */
  categories: readonly string[]
  /** whether the reader may edit the term, rather than propose a change */
  mayEdit: boolean
  /** whether the edit can resolve open disputes */
  mayResolve: boolean
  /** the reader's open proposal, which another one would replace */
  proposal: Proposal | null
}

/**
 * Reads what the form shows besides its values.
 *
 * @throws Problem `not_found`
 */
export async function readEditContext(ctx: Needs, actor: Actor, id: string): Promise<EditContext> {
  const [term, { mayEdit }, categories] = await Promise.all([
    readTerm(ctx, id),
    readTermDetails(ctx, actor, id),
    listCategories(ctx),
  ])
  const mayResolve = term.open_disputes > 0 && mayDecide(actor, term)
  const proposal = mayEdit ? null : await findOpenProposal(ctx, actor, id)
  return { term, categories, mayEdit, mayResolve, proposal }
}

/** The texts of a term after a proposal; its own without one. */
export function textsAfter(term: Term, proposal: Proposal | null): Texts {
  const changes = Object.entries(proposal?.changes ?? {}).map(([field, { to }]) => [field, to])
  return toTexts({ ...term, ...(Object.fromEntries(changes) as Partial<Content>) })
}

/**
 * Saves or proposes an edit, as its form says. Returns what became of it.
 *
 * @throws Problem as `saveEdit` and `propose` do; `conflict` if the term has become protected
 */
export async function submitEdit(
  ctx: Needs,
  actor: Actor,
  id: string,
  edit: Edit,
): Promise<'edited' | 'proposed' | 'unchanged'> {
  if (edit.propose) {
    const base = await readTexts(ctx, await readTerm(ctx, id), edit.version)
    if (changedFields(base, toTexts(contentOf(edit))).length === 0) return 'unchanged'
    await propose(ctx, actor, id, toTermEdit(edit))
    return 'proposed'
  }
  const save = (context: Pick<Needs, 'db'>) =>
    saveEdit({ ...ctx, ...context }, actor, id, edit).catch(offerProposal)
  const { version } = await (edit.resolve_disputes
    ? upholdDisputes(ctx, actor, id, save)
    : save(ctx))
  return version > edit.version ? 'edited' : 'unchanged'
}

function offerProposal(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'protected') throw error
  const detail = 'You may no longer edit this term. Nothing is lost: propose your change instead.'
  throw new Problem('conflict', { detail })
}

/**
 * Saves an edit. A vote or a change of status since the form was opened is not a conflict; a change of the
 * texts is.
 *
 * @throws Problem as `reviseTerm` does; `version_conflict` only if the texts have changed
 */
async function saveEdit(ctx: Needs, actor: Actor, id: string, edit: Edit): Promise<Term> {
  const wanted = toTermEdit(edit)
  try {
    return await reviseTerm(ctx, actor, id, wanted, null)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'version_conflict') throw error
    const term = await readTerm(ctx, id)
    const base = await readTexts(ctx, term, edit.version)
    if (changedFields(base, toTexts(term)).length > 0) throw error
    return reviseTerm(ctx, actor, id, { ...wanted, version: term.version }, null)
  }
}

const toTermEdit = (edit: Edit): TermEdit => ({
  ...{ version: edit.version, note: edit.note },
  ...contentOf(edit),
})

const readTexts = async (ctx: Needs, term: Term, version: number) =>
  toTexts(await readVersion(ctx, term, version))

/** Merges an edit with the current texts of the term, and reads who made the other edit. */
export async function readEditConflict(ctx: Needs, term: Term, edit: Edit): Promise<EditConflict> {
  const [theirs, mine] = [toTexts(term), toTexts(contentOf(edit))]
  const [base, history] = await Promise.all([
    readTexts(ctx, term, edit.version),
    listHistory(ctx, term.id, { limit: 20, offset: 0 }),
  ])
  const otherEdit = history.items.find(({ action }) => action === 'updated')
  return { ...merge(base, theirs, mine), base, theirs, mine, otherEdit }
}

const contentOf = ({ name, full_name, definition, category, ...lists }: Edit): Content => ({
  ...{ name, full_name: full_name ?? null, definition, category: category ?? null },
  aliases: readAliases(name, lists),
})

/** The form values for a term; `texts` replaces the texts of the term. */
export function toFormValues(term: Term, texts: Texts = toTexts(term), note = '') {
  const values = new URLSearchParams({ note, version: String(term.version) })
  for (const field of textFields) values.set(field, texts[field] ?? '')
  return values
}

/** The texts in a form, valid or not. */
export function textsInForm(values: URLSearchParams): Texts {
  const value = (name: string) => (values.get(name) ?? '').trim().normalize('NFC')
  const list = (name: AliasList) => splitNames(value(name))
  const name = value('name')
  return toTexts({
    ...{ name, definition: value('definition') },
    ...{ full_name: value('full_name') || null, category: value('category') || null },
    aliases: collectAliases(name, {
      ...{ aliases: list('aliases'), misspellings: list('misspellings') },
      discouraged: list('discouraged'),
    }),
  })
}

/** The texts of a term in the version that the form was opened with. */
export function textsBeforeEdit(ctx: Needs, term: Term, values: URLSearchParams): Promise<Texts> {
  const parsed = v.safeParse(version, Number(values.get('version')))
  return readTexts(ctx, term, parsed.success ? parsed.output : term.version)
}
