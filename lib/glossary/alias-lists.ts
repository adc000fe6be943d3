import { type Alias, type AliasList, aliasLists, maxNameLength, sortByKind } from '../schemas/content.ts'
import type { Term } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'

/** Returns the names that one of the lists has: those of one kind. */
export const namesIn = (list: AliasList, aliases: readonly Alias[]): string[] =>
  aliases.filter(({ kind }) => kind === aliasLists[list].kind).map(({ name }) => name)

/** The longest line of names, in UTF-16 units: twice what 20 names of 120 characters take. */
export const maxLine = 10_000

/** Backslashes before a semicolon or at the end. */
const ending = /(?<!\\)(\\*)(;|$)/g
/** A semicolon and the backslashes before it. After an even number of them, it separates names. */
const semicolons = /(?<!\\)(\\*);/g

/**
 * Writes names in one line, separated by semicolons. `\;` is a semicolon in a name (contract, section 13).
 * Backslashes before a semicolon or at the end of a name are doubled, so that `splitNames` returns the same names.
 */
export const joinNames = (names: readonly string[], separator = ';'): string => names.map(escapeName).join(separator)

/** More names than any list can have: the rest of a line is not read. */
const maxNames = 200

/** Reads a line that `joinNames` or a person has written. Drops white space around names, and empty names. */
export function splitNames(line: string): string[] {
  const names: string[] = []
  for (const part of partsOf(line)) {
    const name = unescapeName(part.trim())
    if (name !== '' && names.push(name) === maxNames) break
  }
  return names
}

function* partsOf(line: string) {
  let start = 0
  for (const { 0: found, 1: { length } = '', index } of line.matchAll(semicolons)) {
    if (length % 2 === 1) continue
    yield line.slice(start, index + length)
    start = index + found.length
  }
  yield line.slice(start)
}

const escapeName = (name: string) =>
  name.replace(ending, (_, slashes: string, end: string) => (end ? `${slashes}${slashes}\\;` : slashes + slashes))

const unescapeName = (text: string) =>
  text.replace(ending, (_, { length }: string, end: string) => {
    const count = end ? Math.floor(length / 2) : Math.ceil(length / 2)
    return '\\'.repeat(count) + end
  })

type Named = Pick<Term, 'name' | 'full_name' | 'aliases'>

/**
 * Returns the aliases of a term once another one has been merged into it: its own, then the name of the other term, its
 * full name unless it is too long, and its aliases (contract, section 15). What the term is called already is left out.
 */
export function joinAliases(into: Named, other: Named): Alias[] {
  const known = new Set([into.name, into.full_name ?? '', ...into.aliases.map(({ name }) => name)].map(fold))
  const names = [other.name, other.full_name].filter((name) => name !== null)
  const added = [...names.map((name): Alias => ({ name, kind: 'alias' })), ...other.aliases]
  const isNew = ({ name }: Alias) =>
    [...name].length <= maxNameLength && !known.has(fold(name)) && Boolean(known.add(fold(name)))
  return sortByKind([...into.aliases, ...added.filter(isNew)])
}

/** Quotes and emphasis around a whole name; `C*` and `*nix` have a sign of their own. */
const marks = ['""', "''", '“”', '„“', '‘’', '«»', '»«', '**', '__', '~~', '``']

/** A name without quotes and emphasis around it. */
export function withoutMarks(name: string): string {
  const isMarked = marks.some((pair) => pair === `${name[0]}${name.at(-1)}`)
  return isMarked && name.length > 2 ? withoutMarks(name.slice(1, -1).trim()) : name
}
