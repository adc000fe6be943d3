/** As much as two lines hold on a wide screen; the stylesheet cuts it where they are shorter. */
const longest = 240

/** The beginning of a text, on one line, cut between words. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  if (line.length <= longest) return line
  const cut = line.slice(0, longest)
  return `${cut
    .slice(0, cut.lastIndexOf(' ') + 1 || longest)
    .trimEnd()
    .toWellFormed()}…`
}
