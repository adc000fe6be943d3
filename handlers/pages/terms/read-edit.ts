import * as v from 'valibot'
import type { Context } from '../../../lib/context.ts'
import { splitNames } from '../../../lib/glossary/alias-lists.ts'
import { type EditConflict, readEditConflict } from '../../../lib/glossary/edit-conflict.ts'
import { readVersion } from '../../../lib/glossary/history.ts'
import { readLinks } from '../../../lib/glossary/links.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import { readRelated, toRelated } from '../../../lib/glossary/relations.ts'
import { mayEdit } from '../../../lib/glossary/revise.ts'
import { type Content, changedFields, type Texts, toContent, toTexts } from '../../../lib/glossary/texts.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { listCategories } from '../../../lib/lookup/browse.ts'
import { Problem } from '../../../lib/problem.ts'
import { findOpenProposal, mayDecide, propose } from '../../../lib/review/proposals.ts'
import { saveWithRelations } from '../../../lib/review/save-with-relations.ts'
import { aliasListNames, content, inputs, plainFields, textFields } from '../../../lib/schemas/content.ts'
import type { Proposal } from '../../../lib/schemas/proposal.ts'
import { NewTerm, note, type RelatedTerm, type Term, TermEdit } from '../../../lib/schemas/term.ts'
import { compose } from '../../../lib/schemas/text.ts'
import { collectAliases, listFields, readAliases } from '../../../lib/web/list-fields.ts'
import { linksIn, readRelations, readWithLinks } from '../../../lib/web/read-term-rows.ts'
import { type Languages, readLanguages } from './read-translation.ts'

type Needs = Pick<Context, 'db' | 'settings'>

const { version } = TermEdit.entries

/** The form that edits a term. Name and definition are required; the other fields may be blank. */
export const EditForm = v.object({
  ...NewTerm.entries,
  ...listFields,
  version,
  note: v.nullish(note),
  /** proposes the edit instead of saving it */
  propose: v.optional(v.boolean(), false),
  /** also upholds the open disputes */
  resolve_disputes: v.optional(v.boolean(), false),
})
type Edit = v.InferOutput<typeof EditForm>
type SentEdit = { typed: URLSearchParams; read: () => Edit }

/** What the form shows besides its values. */
export type EditContext = {
  term: RelatedTerm
  /** the existing categories, offered as suggestions */
  categories: readonly string[]
  /** whether the reader may edit the term, rather than propose a change */
  mayEdit: boolean
  /** whether the edit can resolve open disputes */
  mayResolve: boolean
  /** the reader's open proposal, which another one would replace */
  proposal: Proposal | null
  /** for whoever may translate the term; null in a glossary in one language */
  languages: Languages | null
}

/**
 * Reads what the form shows besides its values.
 *
 * @throws Problem `not_found`
 */
export async function readEditContext(ctx: Needs, actor: Actor, id: string): Promise<EditContext> {
  const [row, categories] = await Promise.all([readRelated(ctx, id), listCategories(ctx)])
  const term = toRelated(row)
  const isEditable = mayEdit(ctx, actor, term)
  const mayResolve = term.open_disputes > 0 && mayDecide(actor, term)
  const proposal = isEditable ? null : await findOpenProposal(ctx, actor, id)
  const languages = isEditable ? await readLanguages(ctx, id) : null
  return { term, categories, mayEdit: isEditable, mayResolve, proposal, languages }
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
  form: SentEdit,
): Promise<'edited' | 'proposed' | 'unchanged'> {
  const edit = readWithLinks(form)
  if (edit.propose) {
    const base = await readTexts(ctx, await readTerm(ctx, id), edit.version)
    if (changedFields(base, toTexts(contentOf(edit))).length === 0) return 'unchanged'
    await propose(ctx, actor, id, toTermEdit(edit))
    return 'proposed'
  }
  const update = { ...toTermEdit(edit), resolve_disputes: edit.resolve_disputes }
  const relations = await readRelations(ctx, id, form.typed)
  const isChanged = await saveWithRelations(ctx, actor, id, update, relations).catch(offerProposal)
  return isChanged ? 'edited' : 'unchanged'
}

function offerProposal(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'protected') throw error
  const detail = 'You may no longer edit this term. Nothing is lost: propose your change instead.'
  throw new Problem('conflict', { detail })
}

const toTermEdit = (edit: Edit): TermEdit => ({ version: edit.version, note: edit.note, ...contentOf(edit) })

const readTexts = async (ctx: Needs, term: Term, version: number) => toTexts(await readVersion(ctx, term, version))

/** Combines the edit in a form with the current texts of the term. */
export function readFormConflict(ctx: Needs, term: Term, form: SentEdit): Promise<EditConflict> {
  const edit = readWithLinks(form)
  return readEditConflict(ctx, term, edit.version, toTexts(contentOf(edit)))
}

const contentOf = (edit: Edit): Content => toContent({ ...edit, aliases: readAliases(edit.name, edit) })

/** The form values for a term; `texts` replaces the texts of the term. */
export function toFormValues(term: Term, texts: Texts = toTexts(term), note = '') {
  const values = new URLSearchParams({ note, version: String(term.version) })
  for (const field of textFields) if (field !== 'links') values.set(field, texts[field] ?? '')
  for (const { url, label } of readLinks(texts.links ?? '')) {
    values.append('link_url', url)
    values.append('link_label', label ?? '')
  }
  return values
}

/** The texts in a form, valid or not. */
export function textsInForm(values: URLSearchParams): Texts {
  const value = (name: string) => compose((values.get(name) ?? '').trim())
  const texts = plainFields.map((field) => [
    field,
    value(field) || (inputs[field].isRequired ? '' : content[field].blank),
  ])
  const lists = aliasListNames.map((list) => [list, splitNames(value(list))])
  const aliases = collectAliases(value('name'), Object.fromEntries(lists))
  const links = linksIn(values)
  return toTexts({ ...Object.fromEntries(texts), aliases, links })
}

/** The texts of a term in the version that the form was opened with. */
export function textsBeforeEdit(ctx: Needs, term: Term, values: URLSearchParams): Promise<Texts> {
  const parsed = v.safeParse(version, Number(values.get('version')))
  return readTexts(ctx, term, parsed.success ? parsed.output : term.version)
}
