import * as v from 'valibot'
import { maxLine, splitNames } from '../glossary/alias-lists.ts'
import { readLinks } from '../glossary/links.ts'
import { type Alias, type AliasList, aliases, aliasLists, maxAliases, name } from '../schemas/content.ts'
import { parse } from '../schemas/fields.ts'
import { type Link, links } from '../schemas/links.ts'
import { list } from '../schemas/list.ts'
import { fold } from '../schemas/text.ts'
import { formatNumber } from './parts/numbers.ts'

/** A list of names in one line. Names can be repeated, so it can have more than a term. */
const names = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(maxLine, `must be at most ${formatNumber(maxLine)} characters long`),
    v.transform(splitNames),
    list(name, { max: 5 * maxAliases }),
  ),
)

/** Links in one field: at most five of 2,000 characters, with their labels. */
const linkField = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(2 * maxLine, `must be at most ${formatNumber(2 * maxLine)} characters long`),
    v.transform(readLinks),
    links as v.GenericSchema<Link[], Link[]>,
  ),
)

/** The fields of a form that list the aliases of a term, one for each kind, and its links. */
export const listFields = { aliases: names, misspellings: names, discouraged: names, links: linkField }
type Lists = Partial<Record<AliasList, string[]>>

const Aliases = v.object({ aliases })

/**
 * Returns the aliases in a form. A name that is listed twice counts once, and the name of the term is no alias of
 * itself, so that a term can be renamed to one of its aliases.
 *
 * @throws Problem `validation_failed` if there are too many
 */
export const readAliases = (termName: string, lists: Lists): Alias[] =>
  parse(Aliases, { aliases: collectAliases(termName, lists) }).aliases

/** Returns the aliases in a form, valid or not. */
export function collectAliases(termName: string, lists: Lists): Alias[] {
  const seen = new Set([fold(termName)])
  const isNew = ({ name }: Alias) => !seen.has(fold(name)) && seen.add(fold(name))
  return Object.entries(aliasLists)
    .flatMap(([list, { kind }]) => (lists[list as keyof Lists] ?? []).map((each) => ({ name: each, kind })))
    .filter(isNew)
}
