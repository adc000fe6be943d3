/** Quotes and emphasis around a whole name; `C*` and `*nix` have a sign of their own. */
const marks = ['""', "''", '“”', '„“', '‘’', '«»', '»«', '**', '__', '~~', '``']

/** A name without quotes and emphasis around it. */
export function withoutMarks(name: string): string {
  const isMarked = marks.some((pair) => pair === `${name[0]}${name.at(-1)}`)
  return isMarked && name.length > 2 ? withoutMarks(name.slice(1, -1).trim()) : name
}
