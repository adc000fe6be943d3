/** About two lines on a wide screen. CSS cuts the text where lines are shorter. */
const maxLength = 240

const bullet = /^\s*[-*•–]\s+/
const listItem = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/

/** The beginning of a text on one line, cut between words. Dots separate the items of a list. */
export function excerpt(text: string): string {
  const line = joinLines(text)
  if (line.length <= maxLength) return line
  const cut = line.slice(0, maxLength)
  return `${cut
    .slice(0, cut.lastIndexOf(' ') + 1 || maxLength)
    .replace(/[\s·]+$/, '')
    .toWellFormed()}…`
}

/** Joins the first lines of a text: more than `maxLength` characters, if it has them. */
function joinLines(text: string): string {
  let joined = ''
  let isInItem = false
  for (const line of text.split('\n')) {
    if (joined.length > maxLength + 1) break // begins with a space
    const content = line.replace(bullet, '').replace(/\s+/g, ' ').trim()
    if (content === '') continue
    const isItem: boolean = listItem.test(line)
    const isContinued: boolean = isInItem && !isItem && /^\s/.test(line)
    const isList = (isItem || isInItem) && !isContinued && joined !== ''
    const isIntroduced = joined.endsWith(':') || (!isInItem && '.!?'.includes(joined.at(-1) ?? ' '))
    joined += `${isList && !isIntroduced ? ' · ' : ' '}${content}`
    isInItem = isItem || isContinued
  }
  return joined.trim()
}

/** A part of a text: where it starts and ends, in UTF-16 units; `end` is exclusive. */
type Range = { start: number; end: number }

/** Cuts a text into the given ranges, which are sorted and do not overlap, and the texts between them. */
export function cutText<Each extends Range>(
  text: string,
  ranges: readonly Each[],
): (string | { text: string; range: Each })[] {
  const parts: (string | { text: string; range: Each })[] = []
  let end = 0
  for (const range of ranges) {
    parts.push(text.slice(end, range.start), { text: text.slice(range.start, range.end), range })
    end = range.end
  }
  parts.push(text.slice(end))
  return parts.filter((part) => part !== '')
}
