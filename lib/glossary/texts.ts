import type { contentFields, Term } from '../schemas/term.ts'
import { type AliasList, aliasLists, joinNames, namesIn } from './alias-lists.ts'

/** What people write about a term. */
export type Content = Pick<Term, (typeof contentFields)[number]>

const aliasFields = Object.keys(aliasLists) as AliasList[]

/** The fields of a form that edits a term. */
export const textFields = [
  ...(['name', 'full_name', 'definition', 'category'] as const),
  ...aliasFields,
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
