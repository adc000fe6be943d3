// A `CONTEXT.md` of ours says where it comes from. Import knows by that line that nothing in the file has to be
// guessed.

const advice = 'Change terms there, not in this file.'
const path = '/browse?category='

/** The line below the title. It leads to the category if the title is one. */
export const writeOrigin = (appUrl: string, category: string | null): string =>
  `From <${appUrl}${category === null ? '/' : path + encodeURIComponent(category)}>. ${advice}`

/** How near to the beginning of a file the line is, in UTF-16 units. */
const maxBefore = 3000

/** The line, and whether the title is a category. */
export type Origin = { line: string; hasCategory: boolean }

/** Reads the line of a text that is a `CONTEXT.md` of ours; undefined if it is none. */
export function readOrigin(text: string): Origin | undefined {
  const line = text
    .slice(0, maxBefore)
    .split(/\r\n|\r|\n/)
    .find((each) => each.startsWith('From <http') && each.endsWith(`>. ${advice}`))
  return line === undefined ? undefined : { line, hasCategory: line.includes(path) }
}
