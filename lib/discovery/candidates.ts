/** A short form, and the text beside it whose nearest words may be its long form. */
export type Candidate = {
  short: string
  /** On which side of the short form the text stands. */
  side: 'before' | 'after'
  text: string
  /** Whether the long form is expected to be the whole text: each weighty word left over is a fault. */
  isWhole?: boolean
  /** Whether every letter has to begin a word. */
  isStrict?: boolean
}

/** Longest text, in UTF-16 units, that is searched for a long form: as long as a full name may be. */
const reach = 300

const sentenceEnd = /\n|(?<=\p{L}\p{L}[.!?])\s(?=\p{Lu})/u

/**
 * Where a text may say what an abbreviation stands for.
 *
 * @returns candidates in groups of rivals: of each group the first that can be read counts
 */
export function findCandidates(text: string): Candidate[][] {
  return text.split(sentenceEnd).flatMap((sentence) => {
    const single = [...afterShort(sentence), ...beforeShort(sentence), ...inList(sentence)]
    return [...inBrackets(sentence), ...single.map((candidate) => [candidate])]
  })
}

/** `long form (short form)` and `short form (long form)`, in round or square brackets, nested ones too. */
function inBrackets(sentence: string): Candidate[][] {
  const found: Candidate[][] = []
  const open: { at: number; context: number }[] = []
  // Where the text begins that a bracket may refer to: after the bracket before it, or in the one around it.
  let context = 0
  for (const { 0: bracket, index } of sentence.matchAll(/[()[\]]/g)) {
    const opening = /[([]/.test(bracket) ? null : open.pop()
    if (opening === null) open.push({ at: index, context })
    context = index + 1
    if (!opening || index - opening.at > reach) continue
    const before = lastOf(sentence, opening.context, opening.at)
    const inside = sentence.slice(opening.at + 1, index)
    if (isPartOfWord(before, inside)) context = opening.context
    else found.push(aroundBracket(before, inside))
  }
  return found
}

/** N(2)O and cdc42(D38E) are words; but Agreement(SLA) and SLA(Service Level Agreement) lack a space. */
function isPartOfWord(before: string, inside: string) {
  const isShortAfterLong = /\p{Ll}$/u.test(before) && /^\p{Lu}[\p{Lu}\p{N}]{1,9}$/u.test(inside)
  const isLongAfterShort = /\p{Lu}{2}s?$/u.test(before) && /\s/.test(inside)
  return /\S$/.test(before) && !isShortAfterLong && !isLongAfterShort
}

function aroundBracket(before: string, inside: string): Candidate[] {
  const [first = ''] = inside.split(/[,;:]\s/)
  const content = unquote(first.trim().replace(leadIn, ''))
  const word = unquote(before.trim().split(/\s+/).at(-1) ?? '')
  // non-PII (personally identifiable information) defines PII; but eIF2 (eIF2beta) names a kind of it.
  const names = [...new Set([word, word.split('-').at(-1) ?? ''])]
  return [
    { short: content, side: 'before', text: before },
    ...names
      .filter((name) => !content.startsWith(name))
      .map((name) => ({ short: name, side: 'after', text: content, isWhole: true }) as const),
  ]
}

const leadIn =
  /^(?:or|also|aka|a\.k\.a\.|i\.e\.,?|called|known as|abbreviated|as|short for|stands for|the|an?)\s+/i

function unquote(text: string) {
  return text.replace(/^["'“”‘’]+|["'“”‘’]+$/g, '')
}

// Outside of brackets, only what looks like an acronym can be a short form.
const acronym = String.raw`(?<![\p{L}\p{N}])(?<short>[\p{Lu}\p{N}][\p{Lu}\p{N}&/-]{1,9}s?)(?![\p{L}\p{N}])`
const surely = 'stands for|(?:is )?short for|is an? (?:acronym|abbreviation) (?:for|of)'
const likely = String.raw`means|i\.?e\.?,?|or|a\.?k\.?a\.?|also known as`
const introduces = String.raw`or|a\.?k\.?a\.?|abbreviated(?: as)?`
const thenLong = new RegExp(`${acronym}(?:,? (?:(?<sure>${surely})|${likely}) | ?= ?)`, 'gu')
const thenShort = new RegExp(`(?:,? (?:${introduces}) | ?= ?)${acronym}`, 'gu')
const listItem = new RegExp(`^[^\\p{L}\\p{N}]{0,5}${acronym} ?[:–—-] `, 'u')
const clauseEnd = /[()[\];:!?]/

/** `SLA stands for …`, `SLA, i.e. …`, `SLA = …` */
function afterShort(sentence: string): Candidate[] {
  return [...sentence.matchAll(thenLong)].map(({ 0: match, index, groups }) => {
    const [text = ''] = firstOf(sentence, index + match.length).split(clauseEnd)
    const isStrict = groups?.sure === undefined
    return { short: groups?.short ?? '', side: 'after', text: text.replace(leadIn, ''), isStrict }
  })
}

/** `…, or SLA`, `…, aka SLA`, `… = SLA` */
function beforeShort(sentence: string): Candidate[] {
  return [...sentence.matchAll(thenShort)].map(({ index, groups }) => {
    const text = lastOf(sentence, 0, index).split(clauseEnd).at(-1) ?? ''
    return { short: groups?.short ?? '', side: 'before', text, isStrict: true }
  })
}

/** `• SLA: …` and `SLA – …`, where nothing else stands in the line. */
function inList(sentence: string): Candidate[] {
  const match = listItem.exec(sentence)
  if (!match) return []
  const [text = ''] = firstOf(sentence, match[0].length).split(/[.;(]/)
  return [{ short: match.groups?.short ?? '', side: 'after', text, isWhole: true, isStrict: true }]
}

/** The words from a position on that are within reach. */
function firstOf(sentence: string, from: number) {
  const text = sentence.slice(from, from + reach)
  return from + reach < sentence.length ? text.slice(0, text.lastIndexOf(' ') + 1) : text
}

/** The words between two positions that are within reach of the second. */
function lastOf(sentence: string, from: number, to: number) {
  const text = sentence.slice(Math.max(from, to - reach), to)
  return to - reach > from ? text.replace(/^\S+/, '') : text
}
