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

function joinLines(text: string): string {
  let joined = ''
  let isInItem = false
  for (const line of text.split('\n')) {
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
