import type { Alias, contentFields } from '../schemas/content.ts'
import type { HistoryEntry, Term } from '../schemas/term.ts'
import { type AliasList, aliasListNames, joinNames, namesIn } from './alias-lists.ts'

/** What people write about a term. */
export type Content = Pick<Term, (typeof contentFields)[number]>

/** The fields of a form that edits a term. */
export const textFields = [
  ...(['name', 'full_name', 'definition', 'category'] as const),
  ...aliasListNames,
] as const
export type TextField = (typeof textFields)[number]

/** The content of a term as a form has it: each field is a text, and the aliases are three lists of names. */
export type Texts = Omit<Content, 'aliases'> & Record<AliasList, string | null>

/** Returns the texts of a term. Names in a list are separated by semicolons. */
export function toTexts({ name, full_name, definition, category, aliases }: Content): Texts {
  const list = (each: AliasList) => joinNames(namesIn(each, aliases), '; ') || null
  return {
    name,
    full_name,
    definition,
    category,
    aliases: list('aliases'),
    misspellings: list('misspellings'),
    discouraged: list('discouraged'),
  }
}

/** The labels of a term's text fields. */
export const fieldNames: Record<TextField, string> = {
  name: 'Name',
  full_name: 'Full name',
  definition: 'Definition',
  category: 'Category',
  aliases: 'Other names',
  misspellings: 'Misspellings',
  discouraged: 'Discouraged names',
}

/** The text fields that differ between two versions of a term. */
export const changedFields = (from: Texts, to: Texts): TextField[] =>
  textFields.filter((field) => from[field] !== to[field])

/** The texts on one side of a change; those that it does not affect are blank. */
export function textsOf(changes: HistoryEntry['changes'], side: 'from' | 'to'): Texts {
  const text = (field: string) => String(changes[field]?.[side] ?? '')
  return toTexts({
    name: text('name'),
    full_name: text('full_name'),
    definition: text('definition'),
    category: text('category'),
    aliases: (changes.aliases?.[side] ?? []) as Alias[],
  })
}
