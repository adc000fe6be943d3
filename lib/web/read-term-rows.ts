import * as v from 'valibot'
import type { Db } from '../context.ts'
import { readLinks } from '../glossary/links.ts'
import { findByNames } from '../glossary/read.ts'
import type { Wanted } from '../glossary/relate-all.ts'
import { type Fault, Problem } from '../problem.ts'
import { parse } from '../schemas/fields.ts'
import { type Link, links } from '../schemas/links.ts'
import { isSaid } from '../schemas/relations.ts'
import { type RelatedTerm, type Relation, RelationKind, type Term } from '../schemas/term.ts'
import { fold, query, uuid } from '../schemas/text.ts'

/**
 * A related term as the form has it: its kind, what was typed, and the term that was chosen, unless something else has
 * been typed since.
 */
export type RelationRow = { kind: string; q: string; other_id: string }

/** The links in a form, valid or not: rows of an address, to which a missing `https://` is added, and a name. */
export function linksIn(values: URLSearchParams): Link[] {
  if (!values.has('link_url')) return readLinks(values.get('links') ?? '')
  const labels = values.getAll('link_label')
  return values.getAll('link_url').flatMap((typed, index) => {
    const [url, label] = [typed.trim(), (labels[index] ?? '').trim()]
    return url || label ? [{ url: withScheme(url), label: label || null }] : []
  })
}

const withScheme = (url: string) => (url === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `https://${url}`)

/** The related terms in a form: those of the term, or what was typed in place of them. */
export type EditedRelations = {
  rows: readonly RelationRow[]
  /** the relations that the term had when the form was opened */
  shown: readonly string[]
}

/** The related terms of a form that is opened. */
export function relationsOf({ relations }: Pick<RelatedTerm, 'relations'>): EditedRelations {
  const rows = toRelationRows(relations)
  return { rows, shown: rows.map(({ kind, other_id }) => `${kind}.${other_id}`) }
}

/** The related terms of a form that was sent. */
export const relationsTyped = (values: URLSearchParams): EditedRelations => ({
  rows: relationsIn(values),
  shown: values.getAll('shown_relation'),
})

/** The related terms in a form, valid or not. */
export function relationsIn(values: URLSearchParams): RelationRow[] {
  const [kinds, ids, names] = ['relation_kind', 'other_id', 'chosen_as'].map((name) => values.getAll(name))
  return values.getAll('q').flatMap((typed, index) => {
    const q = typed.trim()
    const isChosen = fold(names?.[index] ?? '') === fold(q)
    return q ? [{ kind: kinds?.[index] ?? '', q, other_id: (isChosen && ids?.[index]) || '' }] : []
  })
}

/** The relations that a term says itself, as rows of a form. */
const toRelationRows = (relations: readonly Relation[]): RelationRow[] =>
  relations.filter(({ kind }) => isSaid(kind)).map(({ kind, term }) => ({ kind, q: term.name, other_id: term.id }))

/**
 * Reads a form whose links are rows.
 *
 * @throws Problem `validation_failed` with every fault of the form
 */
export function readWithLinks<Fields>(form: { typed: URLSearchParams; read: () => Fields }) {
  const found = linksIn(form.typed)
  const faults = linkFaults(found)
  const fail = (errors: readonly Fault[]) => new Problem('validation_failed', { errors: [...errors, ...faults] })
  try {
    const fields = form.read()
    if (faults.length > 0) throw fail([])
    return { ...fields, ...parse(Links, { links: found }) }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation_failed' || faults.length === 0) throw error
    throw fail((error.members.errors ?? []).filter(({ path }) => !path.startsWith('links')))
  }
}

const Links = v.object({ links })

/** What is wrong with the links of a form, each fault at its row. */
function linkFaults(found: readonly Link[]): Fault[] {
  try {
    parse(Links, { links: found })
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return (error.members.errors ?? []).map(({ path, message }) => {
      const row = Number(/^links\.(\d+)/.exec(path)?.[1] ?? -1)
      const link = found[row]
      return link
        ? { path: `links.${row}`, message: `Link ${row + 1}: ${adviseLink(link, path, message)}` }
        : { path, message }
    })
  }
}

function adviseLink({ url, label }: Link, path: string, message: string): string {
  if (path.endsWith('label')) return `use at most 80 characters for its name (now ${[...(label ?? '')].length})`
  if (url === '') return 'enter its address'
  if (!/^https?:\/\//i.test(url)) return 'start the address with https://'
  return message.startsWith('must be an http') ? 'an address has no spaces, and no user name or password' : message
}

const Row = v.object({ kind: RelationKind, q: query(200), other_id: v.optional(uuid) })

/** The relations that a form showed, which it sends as `kind.id`. */
function shownIn(values: URLSearchParams): Wanted[] {
  return values.getAll('shown_relation').map((sent) => {
    const [kind, other_id] = sent.split('.')
    return parse(v.object({ kind: RelationKind, other_id: uuid }), { kind, other_id })
  })
}

const maxRows = 40

/**
 * Finds the terms that the rows of a form mean: those that were chosen, or the only one with the name that was typed.
 *
 * @param except the term itself
 * @throws Problem `validation_failed` with a fault at each row that means no term
 */
export async function resolveRelations(ctx: Db, except: string | undefined, rows: readonly RelationRow[]) {
  const faults: Fault[] = []
  const tooMany = { path: 'relations', message: `Related terms: at most ${maxRows} at once` }
  if (rows.length > maxRows) throw new Problem('validation_failed', { errors: [tooMany] })
  const sent = rows.map((row) => parse(Row, { ...row, other_id: row.other_id || undefined }))
  const named = await findByNames(ctx, [...new Set(sent.map(({ q }) => q))])
  const wanted = sent.map(({ kind, q, other_id = '' }, index) => {
    const terms = named.filter((term) => term.id !== except && fold(term.name) === fold(q))
    const [only] = terms
    if (other_id) return { kind, other_id }
    if (only && terms.length === 1) return { kind, other_id: only.id }
    faults.push({ path: `relations.${index}`, message: `Related term ${index + 1}: ${adviseTerm(q, terms)}` })
    return { kind, other_id: '' }
  })
  if (faults.length > 0) throw new Problem('validation_failed', { errors: faults })
  return wanted
}

/**
 * Reads the related terms of a form that edits a term: those that it showed, and those that it has now.
 *
 * @throws Problem as `resolveRelations` does
 */
export async function readRelations(ctx: Db, id: string, typed: URLSearchParams) {
  return { shown: shownIn(typed), wanted: await resolveRelations(ctx, id, relationsIn(typed)) }
}

const adviseTerm = (q: string, terms: readonly Term[]) =>
  terms.length > 1 ? `choose which “${q}” you mean` : `no other term is called “${q}”: choose one`
