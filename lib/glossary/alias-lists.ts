import type { Alias, aliasKinds } from '../schemas/term.ts'

/** The lists that stand for the aliases of a term in forms and in CSV, each with the kind of its names. */
export const aliasLists = {
  aliases: 'alias',
  misspellings: 'misspelling',
  discouraged: 'discouraged',
} as const satisfies Record<string, (typeof aliasKinds)[number]>

export type AliasList = keyof typeof aliasLists

/** Returns the names in one of the lists. */
export const namesIn = (list: AliasList, aliases: readonly Alias[]): string[] =>
  aliases.filter(({ kind }) => kind === aliasLists[list]).map(({ name }) => name)

/** Backslashes before a semicolon or at the end. */
const ending = /(?<!\\)(\\*)(;|$)/g
/** A semicolon after an even number of backslashes. */
const separators = /(?<=(?:^|[^\\])(?:\\\\)*);/

/**
 * Writes names in one line, separated by semicolons. `\;` stands for a semicolon in a name (contract, section 13).
 * Backslashes before a semicolon or at the end of a name are doubled, so that `splitNames` returns the same names.
 */
export const joinNames = (names: readonly string[], separator = ';'): string =>
  names.map(escapeName).join(separator)

/** Reads a line that `joinNames` or a person has written. Drops white space around names, and empty names. */
export const splitNames = (line: string): string[] =>
  line
    .split(separators)
    .map((name) => unescapeName(name.trim()))
    .filter(Boolean)

const escapeName = (name: string) =>
  name.replace(ending, (_, slashes: string, end: string) =>
    end ? `${slashes}${slashes}\\;` : slashes + slashes,
  )

const unescapeName = (text: string) =>
  text.replace(ending, (_, { length }: string, end: string) => {
    const count = end ? Math.floor(length / 2) : Math.ceil(length / 2)
    return '\\'.repeat(count) + end
  })
