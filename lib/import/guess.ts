/** What decisions are about. */
export const guessKeys = [
  'sheet',
  'hidden',
  'header',
  'name',
  'full_name',
  'definition',
  'texts',
  'lists',
  'category',
  'links',
  'titles',
  'acronyms',
] as const
export type GuessKey = (typeof guessKeys)[number]

/** A decision that the content of a file made. */
export type Guess = {
  key: GuessKey
  /** the decision and its reason, a sentence */
  text: string
  /** what the opposite would be: the label of a button; absent if there is none */
  instead?: string
}

/** Says what a file calls other terms that are none. */
export const describeLeftOut = (texts: readonly string[]): Guess[] =>
  describeParts([...new Set(texts)], 'Left out of “Not” and “Use instead”, because no single term is called so:')

/** Says how many lines of a text are not read. */
export function describeUnread(lines: readonly string[]): Guess[] {
  const [first] = lines
  if (first === undefined) return []
  const what = lines.length === 1 ? 'a line' : `${lines.length.toLocaleString('en')} lines, such as`
  return [{ key: 'sheet', text: `Not read: ${what} “${first.slice(0, 80)}”.` }]
}

/** Says which parts of a file are not read. @param opening what stands before their titles */
export function describeParts(titles: readonly string[], opening = 'Not read:'): Guess[] {
  if (titles.length === 0) return []
  const names = titles.slice(0, 10).map((title) => `“${title.slice(0, 100)}”`)
  const rest = titles.length > names.length ? ', …' : ''
  return [{ key: 'sheet', text: `${opening} ${names.join(', ')}${rest}.` }]
}
