import { isPartOver, nextTurn } from '../../app/next-turn.ts'
import { compose } from '../../schemas/text.ts'

/** A part of a text: its position in UTF-16 units, of which `end` is exclusive. */
export type Part = { start: number; end: number; text: string }

/** A word, or a character between words, of a name or a text. */
export type Token = {
  /** its position in the text, in UTF-16 units; `end` is exclusive */
  start: number
  end: number
  /** whether it has letters, digits, marks or `_`: then a name neither begins nor ends within it */
  isWord: boolean
  /** whether it continues the word of the token before it, in a script that puts no spaces between words */
  isInWord: boolean
  /** whether its script puts no spaces between words: then a name of signs may stand beside it (`C++を`) */
  isUnspaced: boolean
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

/** What cannot be seen within a word; some scripts need joiners and variation selectors. */
const unseen = String.raw`[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\p{Variation_Selector}]]|(?<=[\p{Script=Latin}\p{Nd}])[\u200c\u200d\ufe00-\ufe0f]`
/** Superscript digits mark footnotes, and are not a part of the word before them. */
const sign = String.raw`[[\p{L}\p{N}\p{M}_]--[⁰¹²³⁴-⁹]]`
/** A run of millions of signs, as a minified file has, would be more than the stack of V8 holds. */
const many = '{1,12000}'
const parts = new RegExp(
  [
    String.raw`((?!\p{Variation_Selector})${sign}${many}(?:(?:${unseen}){1,100}${sign}${many}){0,100})`,
    String.raw`(\s${many})|([\p{Cc}\p{Cs}]${many})|((?:${unseen})${many})|[^\s\p{Cc}\p{Cs}]\p{M}{0,12000}`,
  ].join('|'),
  'gv',
)
const lineBreaks = /\r\n|[\n\r\u2028\u2029]/g

/**
 * Splits a text into tokens, in time proportional to its length. Tokens that are spelled in different ways have the
 * same hash codes (see `toSpelling`). A run of spaces counts as one space, also if it has a line break in it; an empty
 * line ends what stands before it.
 */
export const tokenize = (text: string): Token[] => [...readTokens(text)]

/** Does the same for a long text. Others are served in between. */
export async function tokenizeInTurns(text: string): Promise<Token[]> {
  const tokens: Token[] = []
  for (const token of readTokens(text)) {
    tokens.push(token)
    if (isPartOver()) await nextTurn()
  }
  return tokens
}

function* readTokens(text: string): Generator<Token> {
  let before: Token['before'] = 'nothing'
  const known = new Map<string, readonly ReadPiece[]>()
  // By their numbers, because an object with the names of groups for each token takes a tenth of the time.
  for (const { index, 0: part, 1: word, 2: space, 3: control, 4: hidden } of text.matchAll(parts)) {
    if (hidden !== undefined) continue
    if (control !== undefined) before = 'break'
    else if (space !== undefined) {
      const isSpace: boolean = before !== 'break' && (part.match(lineBreaks) ?? []).length < 2
      before = isSpace ? 'space' : 'break'
    } else {
      const isWord = word !== undefined
      for (const { start, end, isInWord, isUnspaced, hash, foldedHash } of recall(known, part, isWord)) {
        yield { start: index + start, end: index + end, isWord, isInWord, isUnspaced, before, hash, foldedHash }
        before = 'nothing'
      }
    }
  }
}

type ReadPiece = Piece & Pick<Token, 'isUnspaced' | 'hash' | 'foldedHash'>

/** More letters than a word has. What is longer may be a whole text without spaces, which is read in turns. */
const maxLetters = 40

/** Returns the pieces of a part, which are made once: texts have few words, many times. */
function recall(known: Map<string, readonly ReadPiece[]>, part: string, isWord: boolean): Iterable<ReadPiece> {
  if (part.length > maxLetters) return readPieces(part, isWord)
  const pieces = known.get(part) ?? [...readPieces(part, isWord)]
  known.set(part, pieces)
  return pieces
}

function* readPieces(part: string, isWord: boolean): Generator<ReadPiece> {
  for (const piece of isWord ? toPieces(part) : [whole(part)]) {
    const text = part.slice(piece.start, piece.end)
    yield { ...piece, isUnspaced: isWord && unspaced.test(text), ...toHashes(text) }
  }
}

function toHashes(part: string) {
  const spelling = toSpelling(part)
  const hash = hashText(spelling)
  const folded = foldCase(spelling)
  return { hash, foldedHash: folded === spelling ? hash : hashText(folded) }
}

type Piece = Pick<Token, 'start' | 'end' | 'isInWord'>

const whole = ({ length }: string): Piece => ({ start: 0, end: length, isInWord: false })
const unbroken = String.raw`\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`
const unspaced = new RegExp(String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}${unbroken}]`, 'u')
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
/**
 * What is segmented at a time: the segmenter takes quadratic time for more, and takes Latin letters and digits
 * within Thai and scripts like it for a part of the word beside them.
 */
const segmented = new RegExp(String.raw`[${unbroken}\p{sc=Inherited}]{1,120}|[^${unbroken}]{1,120}`, 'gu')

/**
 * Splits what stands between two spaces into words, and these into characters if their script puts no spaces between
 * words: the same name can be split in different ways in different sentences.
 */
function* toPieces(run: string): Generator<Piece> {
  if (!unspaced.test(run)) return yield* toScripts(run)
  for (const { 0: chunk, index: offset } of run.matchAll(segmented)) {
    for (const { segment, index } of segmenter.segment(chunk)) {
      const first = offset + index
      let start = first
      for (const { length } of unspaced.test(segment) ? (segment.match(character) ?? []) : [segment]) {
        yield { start, end: start + length, isInWord: start > first }
        start += length
      }
    }
  }
}

const character = /.\p{M}*/gsu
const hangulBoundary = /(?<=[\p{sc=Latin}\p{Nd}])(?=\p{sc=Hangul})|(?<=\p{sc=Hangul})(?=[\p{sc=Latin}\p{Nd}])/u

/** Splits a word where Latin letters meet Hangul, whose particles follow a name without a space (`SLA가`). */
function* toScripts(word: string): Generator<Piece> {
  let start = 0
  for (const { length } of hangul.test(word) ? word.split(hangulBoundary) : [word]) {
    yield { start, end: start + length, isInWord: false }
    start += length
  }
}

const hangul = /\p{sc=Hangul}/u

/** Whether a name can begin with a token: not within a word, nor within signs that are the same (`...NET`). */
export const canBegin = (tokens: readonly Token[], index: number): boolean => {
  const token = tokens[index]
  if (token?.isInWord) return false
  const last = tokens[index - 1]
  if (token?.before === 'nothing' && !token.isWord && last?.hash === token.hash) return false
  return token?.isWord || token?.before !== 'nothing' || !last?.isWord || last.isUnspaced
}

/** Whether a name can end with a token. */
export const canEnd = (tokens: readonly Token[], index: number): boolean => {
  const next = tokens[index + 1]
  if (next?.isInWord) return false
  return tokens[index]?.isWord || next?.before !== 'nothing' || !next.isWord || next.isUnspaced
}

const unseenSigns = new RegExp(unseen, 'gv')
const hyphenSigns = /[\u2010-\u2013\ufe63\uff0d]/g
const wideSigns = /[\uff01-\uff5e]/g
const variants = new RegExp(String.raw`[‘’\s\uff01-\uff5e]|${hyphenSigns.source}|${unseen}`, 'v')

/**
 * The one spelling of names and texts that are spelled in different ways: composed and decomposed letters, apostrophes,
 * hyphens, spaces, width, and what cannot be seen.
 */
export function toSpelling(text: string): string {
  if (/^[!-~]*(?: [!-~]+)*$/.test(text)) return text
  const composed = compose(text)
  if (!variants.test(composed)) return composed
  return composed
    .replace(unseenSigns, '')
    .replace(/[‘’]/g, "'")
    .replace(hyphenSigns, '-')
    .replace(wideSigns, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
}

/** Where this differs from the function `fold` of the database, it folds more. */
const foldCase = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/** The hash code of no text. */
export const emptyHash = 0x811c9dc5

/**
 * Returns the hash code of a text from a place on, FNV-1a over UTF-16 units; `hash` is that of what stands before it.
 */
export function hashText(text: string, hash = emptyHash, from = 0): number {
  let next = hash
  for (let i = from; i < text.length; i++) next = Math.imul(next ^ text.charCodeAt(i), 0x01000193)
  return next
}

/** Splits a text at everything but letters and digits, so that no word contains a tsquery operator. */
export const splitWords = (text: string): string[] => text.split(/[^\p{L}\p{Nd}]+/u).filter(Boolean)
