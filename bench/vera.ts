/** The letters and digits of a name, the same for other ways to write it: `3GIP` for `3G.IP`. */
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/**
 * Reads V.E.R.A. (Virtual Entity of Relevant Acronyms) as a GNU Info file. An entry is a line with the name, and
 * indented lines with the full name, the subjects in brackets and, in quotes, the name with its punctuation.
 *
 * @returns rows of a name, a full name and its first subject, which can be empty
 */
export function readVera(text: string): string[][] {
  return [...text.matchAll(/^(\w\S*)\n((?: {5}\S.*\n)+)/gm)].map(([, head = '', body = '']) => {
    const entry = body.replace(/\s+/g, ' ').trim()
    const [, spelling = head] = /, "([^"]+)"$/.exec(entry) ?? []
    const described = entry.replace(/, "[^"]+"$/, '')
    const [, subject = ''] = / \(([^(),]+)[^()]*\)$/.exec(described) ?? []
    const name = letters(spelling) === letters(head) ? spelling : head
    return [name, described.replace(/ \([^()]*\)$/, '').replace(/ \[=[^\]]*\]$/, ''), subject]
  })
}
