/**
 * Reads a list of names as people write it: separated by semicolons, where `\;` stands for a semicolon in a name
 * (contract, section 13). Empty names are dropped.
 */
export const parseAliasList = (text: string): string[] =>
  text
    .split(/(?<!\\);/)
    .map((name) => name.replaceAll('\\;', ';').trim())
    .filter(Boolean)

/** Writes a list of names so that `parseAliasList` returns the same names. */
export const formatAliasList = (names: readonly string[]): string =>
  names
    .map((name) => name.replaceAll(';', '\\;'))
    // A space keeps a backslash at the end of a name apart from the semicolon after it.
    .map((name) => (name.endsWith('\\') ? `${name} ` : name))
    .join('; ')
