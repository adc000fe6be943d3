/** A part of a text: its position in UTF-16 units, of which `end` is exclusive. */
export type Part = { start: number; end: number; text: string }

/** A word, or a character between words, of a name or a text. */
export type Token = {
  /** its position in the text, in UTF-16 units; `end` is exclusive */
  start: number
  end: number
  /** whether it has letters, digits, marks or `_`: then a name neither begins nor ends within it */
  isWord: boolean
  /** what stands between it and the token before it */
  before: 'nothing' | 'space' | 'break'
  /** hash codes of the token as it is written, and regardless of case */
  hash: number
  foldedHash: number
}

/**
 * Stands for text that is not read: a name does not continue across it, and it is next to no name. Any other control
 * character has the same effect.
 */
export const gap = '\0'

const parts =
  /(?<space>\s+)|(?<gap>[\p{Cc}\p{Cs}]+)|(?<word>[\p{L}\p{N}\p{M}_]+)|[^\s\p{Cc}\p{Cs}\p{L}\p{N}\p{M}_]\p{M}*/gu
const lineBreaks = /\r\n|[\n\r\u2028\u2029]/g

/**
 * Splits a text into tokens, in time proportional to its length. Tokens that are spelled in different ways have the same
 * hash codes: composed and decomposed letters, straight and curly apostrophes. A run of spaces counts as one space, also
 * if it has a line break in it; an empty line ends what stands before it.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let before: Token['before'] = 'nothing'
  for (const { index: start, 0: part, groups = {} } of text.matchAll(parts)) {
    if (groups.gap !== undefined) before = 'break'
    else if (groups.space !== undefined) {
      const isSpace: boolean = before !== 'break' && (part.match(lineBreaks) ?? []).length < 2
      before = isSpace ? 'space' : 'break'
    } else {
      const spelling = toSpelling(part)
      const hash = hashText(spelling)
      const folded = foldCase(spelling)
      const foldedHash = folded === spelling ? hash : hashText(folded)
      const isWord = groups.word !== undefined
      tokens.push({ start, end: start + part.length, isWord, before, hash, foldedHash })
      before = 'nothing'
    }
  }
  return tokens
}

/** Whether a name can begin with a token. */
export const canBegin = (tokens: readonly Token[], index: number): boolean => {
  const token = tokens[index]
  return token?.isWord || token?.before !== 'nothing' || !tokens[index - 1]?.isWord
}

/** Whether a name can end with a token. */
export const canEnd = (tokens: readonly Token[], index: number): boolean => {
  const next = tokens[index + 1]
  return tokens[index]?.isWord || next?.before !== 'nothing' || !next.isWord
}

/** The one spelling of names and texts that are spelled in different ways (see `tokenize`). */
export const toSpelling = (text: string): string =>
  text.normalize('NFC').replace(/[‘’]/g, "'").replace(/\s+/g, ' ')

/** Where this differs from the function `fold` of the database, it folds more. */
const foldCase = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/** FNV-1a over UTF-16 units. */
function hashText(text: string) {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}
