/** What a spreadsheet takes for the start of a formula, also in full width, and after apostrophes. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

/**
 * Writes an apostrophe before a cell that a spreadsheet would run as a formula, and before one that begins with
 * apostrophes and could be mistaken for such a cell when it is read back (contract, section 15).
 */
export const escapeCell = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** Reads a cell that `escapeCell` may have written. */
export const unescapeCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
