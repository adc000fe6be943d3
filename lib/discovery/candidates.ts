/** A short form, and the adjacent text that may contain its long form. */
export type Candidate = {
  short: string
  /** The position of the text relative to the short form. */
  side: 'before' | 'after'
  text: string
  /** Whether the long form should be the whole text: significant words that continue it are faults. */
  isWhole?: boolean
  /** Whether every letter must start a word. */
  isStrict?: boolean
}

/** The maximum length, in UTF-16 units, of the text searched for a long form: that of a full name. */
const maxTextLength = 300

// After two letters, because a single letter with a point is an initial (E. coli).
const sentenceEnd = /\n|(?<=(?:\p{L}\p{L}|[\p{N}%)\]"”])[.!?])\s(?=\p{Lu})/u

/**
 * Finds the places where a text may define an abbreviation.
 *
 * @returns groups of alternative candidates: only the first valid candidate of a group counts
 */
export function findCandidates(text: string): Candidate[][] {
  return text.split(sentenceEnd).flatMap((sentence) => {
    const single = [...afterShort(sentence), ...beforeShort(sentence), ...inApposition(sentence), ...inList(sentence)]
    return [...inBrackets(sentence), ...single.map((candidate) => [candidate])]
  })
}

/** `long form (short form)` and `short form (long form)`, in round or square brackets, nested ones too. */
function inBrackets(sentence: string): Candidate[][] {
  const found: Candidate[][] = []
  const open: { at: number; context: number }[] = []
  // The start of the text that the next bracket may refer to: after the previous bracket, or inside the outer one.
  let context = 0
  for (const { 0: bracket, index } of sentence.matchAll(/[()[\]]/g)) {
    const opening = /[([]/.test(bracket) ? null : open.pop()
    if (opening === null) open.push({ at: index, context })
    context = index + 1
    if (!opening || index - opening.at > maxTextLength) continue
    const before = lastOf(sentence, opening.context, opening.at)
    const inside = sentence.slice(opening.at + 1, index)
    if (isPartOfWord(before, inside)) context = opening.context
    else found.push(...aroundBracket(before, inside))
  }
  return found
}

/** N(2)O and cdc42(D38E) are words. Agreement(SLA) and SLA(Service Level Agreement) only lack a space. */
function isPartOfWord(before: string, inside: string) {
  const isShortAfterLong = /\p{Ll}$/u.test(before) && /^\p{Lu}[\p{Lu}\p{N}]{1,9}$/u.test(inside)
  const isLongAfterShort = /\p{Lu}{2}s?$/u.test(before) && /\s/.test(inside)
  return /\S$/.test(before) && !isShortAfterLong && !isLongAfterShort
}

function aroundBracket(before: string, inside: string): Candidate[][] {
  const [first = '', ...rest] = inside.split(/[,;:]\s|["”]\sor\s/)
  const content = toContent(first)
  // In "caches (CDN, proxies)", the bracket lists examples.
  const isStrict = rest.length > 0
  const word = unquote(before.trim().split(/\s+/).at(-1) ?? '')
  // non-PII (personally identifiable information) defines PII; but eIF2 (eIF2beta) names a kind of it.
  const names = [...new Set([word, word.split('-').at(-1) ?? ''])]
  const texts = [...new Set([toContent(inside), content])]
  const after = names
    .filter((name) => !content.startsWith(name))
    .flatMap((short) => texts.map((text) => ({ short, text, isStrict: text !== content })))
    .map((one) => ({ ...one, side: 'after', isWhole: true }) as const)
  const pair = inPair(before, toContent(inside))
  return [...pair, [{ short: content, side: 'before', text: before, isStrict }, ...after]]
}

function toContent(inside: string) {
  return unquote(inside.trim().replace(leadIn, ''))
}

/**
 * `long form and long form (short & short)`, which can share words: `daily and monthly active users (DAU, MAU)`. But
 * `(CI/CD)` is one abbreviation.
 */
function inPair(before: string, content: string): Candidate[][] {
  const [, first, second] = pairOfShorts.exec(content) ?? []
  if (!first || !second) return []
  const [, head, tail] = pairOfLongs.exec(before) ?? []
  if (!head || !tail) return []
  const shared = { head: head.replace(/\S+$/, ''), tail: tail.replace(/^\S+/, '') }
  const toCandidates = (short: string, texts: string[]) =>
    texts.map((text) => ({ short, side: 'before', text, isStrict: true }) as const)
  return [toCandidates(first, [head, head + shared.tail]), toCandidates(second, [tail, shared.head + tail])]
}

const pairOfShorts =
  /^(\p{Lu}[\p{Lu}\p{N}]{1,8}s?)(?: & |,? and |, |(?<=\p{Lu}{3}s?)\/(?=\p{Lu}{3}))(\p{Lu}[\p{Lu}\p{N}]{1,8}s?)$/u

const pairOfLongs = /^(.*\S)(?:\s+(?:and|or|&)\s+|\s*\/\s*)(.*)$/s

const leadIn = /^(?:or|also|aka|a\.k\.a\.|i\.e\.,?|called|known as|abbreviated|as|short for|stands for|the|an?)\s+/i

function unquote(text: string) {
  return text.replace(/^["'“”‘’]+|["'“”‘’]+$/g, '')
}

// Outside brackets, only text that looks like an acronym can be a short form.
const acronym = String.raw`(?<![\p{L}\p{N}])(?<short>[\p{Lu}\p{N}][\p{Lu}\p{N}&/-]{1,9}s?)(?![\p{L}\p{N}])`
const surely = 'stands for|(?:is )?short for|is an? (?:acronym|abbreviation) (?:for|of)'
const likely = String.raw`means|i\.?e\.?,?|(?<or>or)|a\.?k\.?a\.?|also known as`
const introduces = String.raw`or|a\.?k\.?a\.?|abbreviated(?: as)?`
const thenLong = new RegExp(`${acronym}(?:,? (?:(?<sure>${surely})|${likely}) | ?[=/] ?)`, 'gu')
const thenShort = new RegExp(`(?:,? (?:${introduces}) | ?[=/] ?)${acronym}`, 'gu')
const apposition = new RegExp(`${acronym}, (?<long>[^,;:!?()[\\]]{1,300})(?:, |[,.]?$)`, 'gu')
const listItem = new RegExp(`^[^\\p{L}\\p{N}]{0,5}${acronym} ?[:–—-] `, 'u')
const clauseEnd = /[()[\];:!?]/
const alternativeEnd = /[()[\];:!?,/]/

/** `SLA stands for …`, `SLA, i.e. …`, `SLA = …`, `SLA / …` */
function afterShort(sentence: string): Candidate[] {
  return [...sentence.matchAll(thenLong)].map(({ 0: match, index, groups }) => {
    const end = groups?.or === undefined ? clauseEnd : alternativeEnd
    const [text = ''] = firstOf(sentence, index + match.length).split(end)
    const isStrict = groups?.sure === undefined
    return { short: groups?.short ?? '', side: 'after', text: text.replace(leadIn, ''), isStrict }
  })
}

/** `…, or SLA`, `…, aka SLA`, `… = SLA`, `… / SLA` */
function beforeShort(sentence: string): Candidate[] {
  return [...sentence.matchAll(thenShort)].map(({ index, groups }) => {
    const text = lastOf(sentence, 0, index).split(clauseEnd).at(-1) ?? ''
    return { short: groups?.short ?? '', side: 'before', text, isStrict: true }
  })
}

/** `SLA, Service Level Agreement, …` */
function inApposition(sentence: string): Candidate[] {
  return [...sentence.matchAll(apposition)].map(({ groups: { short = '', long: text = '' } = {} }) => {
    return { short, side: 'after', text, isWhole: true, isStrict: true }
  })
}

/** `• SLA: …` and `SLA – …` at the start of a line. */
function inList(sentence: string): Candidate[] {
  const match = listItem.exec(sentence)
  if (!match) return []
  const [text = ''] = firstOf(sentence, match[0].length).split(/[.;(]/)
  return [{ short: match.groups?.short ?? '', side: 'after', text, isWhole: true, isStrict: true }]
}

/** The whole words after a position, up to the maximum length. */
function firstOf(sentence: string, from: number) {
  const text = sentence.slice(from, from + maxTextLength)
  return from + maxTextLength < sentence.length ? text.slice(0, text.lastIndexOf(' ') + 1) : text
}

/** The whole words before `to`, not before `from`, up to the maximum length. */
function lastOf(sentence: string, from: number, to: number) {
  const text = sentence.slice(Math.max(from, to - maxTextLength), to)
  return to - maxTextLength > from ? text.replace(/^\S+/, '') : text
}
