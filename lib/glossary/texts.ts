import { isDeepStrictEqual } from 'node:util'
import {
  type AliasList,
  aliasListNames,
  type ContentField,
  content,
  contentFields,
  inputs,
  ofContent,
  type PlainField,
  plainFields,
  type TextField,
  textFields,
} from '../schemas/content.ts'
import type { HistoryEntry, Term } from '../schemas/term.ts'
import { joinNames, namesIn } from './alias-lists.ts'
import { writeLinks } from './links.ts'

/** What people write about a term. */
export type Content = Pick<Term, ContentField>

const { name, definition, ...blank } = ofContent('blank')

/** What a term has where nothing was written. Its name and its definition always are. */
export const blankContent: Omit<Content, 'name' | 'definition'> = blank

/** What people have written, of which the rest may be missing. */
type Written = Pick<Content, 'name' | 'definition'> & {
  [Field in ContentField]?: Content[Field] | null | undefined
}

/** Returns the content of a term, from what was written or from the whole term. */
export const toContent = (written: Written): Content =>
  Object.fromEntries(contentFields.map((field) => [field, written[field] ?? content[field].blank])) as Content

export type Changes = HistoryEntry['changes']

/**
 * Returns what changes from one content to another.
 *
 * @param to fields that are absent do not change
 */
export function changesBetween<Field extends string>(
  fields: readonly Field[],
  from: { [F in Field]?: unknown },
  to: { [F in Field]?: unknown },
): Changes {
  const values = fields.map((field) => [field, { from: from[field] ?? null, to: to[field] }] as const)
  return Object.fromEntries(values.filter(([, { from, to }]) => to !== undefined && !isDeepStrictEqual(from, to)))
}

/**
 * The content of a term as a form has it: each field is a text, the aliases are three lists of names, and the links
 * one.
 */
export type Texts = Pick<Content, PlainField> & Record<AliasList | 'links', string | null>

/** Returns the texts of a term. Entries of a list are separated by semicolons. */
export function toTexts({ aliases, links, ...texts }: Content): Texts {
  const plain = plainFields.map((field) => [field, texts[field]])
  const lists = aliasListNames.map((list) => [list, joinNames(namesIn(list, aliases), '; ') || null])
  const written = ['links', writeLinks(links, '; ') || null]
  return Object.fromEntries([...plain, ...lists, written]) as Texts
}

/** What sentences and changes call fields whose labels say more. */
const shortNames: Partial<Record<TextField, string>> = { misspellings: 'Misspellings' }

export const fieldNames = Object.fromEntries(
  textFields.map((field) => [field, shortNames[field] ?? inputs[field].label]),
) as Record<TextField, string>

/** The text fields that differ between two versions of a term. */
export const changedFields = (from: Texts, to: Texts): TextField[] =>
  textFields.filter((field) => from[field] !== to[field])

/** The texts on one side of a change; those that it does not affect are blank. */
export function textsOf(changes: Changes, side: 'from' | 'to'): Texts {
  const texts = plainFields.map((field) => [field, String(changes[field]?.[side] ?? '')])
  const aliases = changes.aliases?.[side] ?? []
  const links = changes.links?.[side] ?? []
  return toTexts({ ...Object.fromEntries(texts), aliases, links } as Content)
}

/** What sentences call fields whose labels are no nouns. */
const nouns: Partial<Record<ContentField | TextField, string>> = { in_texts: 'underlining', links: 'sources' }

/** What a sentence calls a field: "changed the definition". */
export const nounOf = (field: ContentField | TextField): string => nouns[field] ?? fieldNames[field].toLowerCase()
