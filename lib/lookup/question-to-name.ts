import { withoutGreeting } from '../schemas/wanted.ts'

/** What comes before the name in a question, after it, and the articles that may stand before the name. */
const openings = [
  /^what(?:\s+(?:is|are|does|do|did)|['’]s|['’]re|s)\s+/i,
  /^(?:the\s+)?(?:meaning|definition)\s+of\s+/i,
  /^define[:\s]\s*/i,
]
const endings = /\s+(?:means?|stands?\s+for|meaning)$/i
const article = /^(?:an?|the)\s+/i
const emoji = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u200d\ufe0f]|[\d#*]\ufe0f?\u20e3`
const around = (before: string, after: string) =>
  new RegExp(`^(?:[${before}]|${emoji})+|(?:[${after}]|${emoji})+$`, 'gv')
/** What surrounds a question. Other signs may belong to names: `.NET`, `C++`. */
const surrounding = around(String.raw`\s,;:!?…–—\-`, String.raw`\s,;:.!?…–—\-`)
/** All signs that may surround a name. `+` and `#` count as letters, but a name with `#` before it is a tag. */
const signs = String.raw`[\s\p{P}<>=~^\|\`´¨¯™®©℠]`
const footnoteMarks = '[⁰¹²³⁴-⁹]'
const surroundingSigns = around(signs, `[${signs}${footnoteMarks}]--[#]`)

/** What mail programs put before a subject that is answered or passed on. */
const mailPrefixes = /^\s*(?:(?:re|fwd?|aw|wg)(?:\[\d+\])?:\s*)+(?=\S)/i

/**
 * Returns a text without the spaces before a `#` that ends a word (`c #` is C#), and with `&` where HTML has `&amp;`.
 */
export const withSharp = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{N}]) +(?=#(?![\p{L}\p{N}]))/gu, '').replaceAll('&amp;', '&')

/**
 * Returns a text without the punctuation, footnote marks, emoji and prefixes of mails around it; what may be a part of
 * the name is dropped last (`.NET?`).
 */
export function withoutSigns(text: string): string[] {
  const subject = text.replace(mailPrefixes, '')
  const bare = [surrounding, surroundingSigns].map((each) => subject.replace(each, ''))
  return [...new Set([subject, ...bare])].filter((each) => each !== '' && each !== text)
}

/**
 * Returns a text without the punctuation and emoji around it, and the name in a question such as `what does SLA mean?`,
 * `what's an SLA`, `SLA meaning` or `define SLA` (contract, section 13). An article may belong to the name, but `a PI`
 * is not likely to be `API`.
 *
 * @returns the names that may be meant, the likelier first; none if the text is nothing but a name
 */
export function namesInQuestion(text: string): string[] {
  const plain = text.replace(mailPrefixes, '').replace(surrounding, '')
  const opening = openings.find((pattern) => pattern.test(plain))
  const name = (opening ? plain.replace(opening, '') : plain).replace(endings, '').trim()
  const unquoted = name.replace(/^["'“”‘’«»„`]+|["'“”‘’«»„`]+$/gu, '').replace(/^[([{<*_]+(.+?)[)\]}>*_]+$/, '$1')
  const names = [unquoted.replace(article, ''), unquoted, name]
  return [...new Set(names)].filter((each) => each !== '' && each !== text)
}

/** Returns the unfinished name of a question, such as `what is wis`, or else the text. */
export function nameBegun(text: string): string {
  const opening = openings.find((pattern) => pattern.test(text))
  return (opening && text.replace(opening, '').replace(article, '').trim()) || text
}

/**
 * Returns what to call a text that nothing is called: the name in the question, or the text as typed but for a greeting
 * and what ends a sentence.
 */
export function toAsked(text: string): string {
  const ungreeted = withoutGreeting(text)
  // A name can begin with a sign (`.NET`).
  const isGreeted = /[\p{L}\p{N}]/u.test(text.slice(0, text.length - ungreeted.length))
  const rest = (isGreeted && ungreeted) || text
  const plain = rest.replace(surrounding, '')
  const isAsked = endings.test(plain) || openings.some((opening) => opening.test(plain))
  return ((isAsked && namesInQuestion(rest)[0]) || plain || rest).trim()
}

const quotes = /^["'“”‘’«»„`\s]+|["'“”‘’«»„`\s]+$/gu
const brackets = /^[([{<*_]+([^()[\]{}<>]+)[)\]}>*_]+$/u

/** Returns the name to add for what was typed: without the quotation marks and brackets around it. */
export function toNewName(typed: string): string {
  const name = typed.replace(quotes, '').replace(brackets, '$1').replace(quotes, '')
  return name.replace(/^<|>$/g, '').trim() || typed
}

/** How a question begins that asks for more than what a name means. */
const questionWords = /^(?:who|whom|whose|how|which|when|where|why)$/i

/** Whether a text asks something that no name answers, such as `how do I get a refund`. */
export function isQuestion(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return words.length > 2 && questionWords.test(words[0] ?? '')
}
