/** What comes before the name in a question, after it, and the articles that may stand before the name. */
const openings = [
  /^what(?:\s+(?:is|are|does|do|did)|['’]s|['’]re|s)\s+/i,
  /^(?:the\s+)?(?:meaning|definition)\s+of\s+/i,
  /^define[:\s]\s*/i,
]
const endings = /\s+(?:means?|stands?\s+for|meaning)$/i
const article = /^(?:an?|the)\s+/i

/**
 * Returns the name in a question such as `what does SLA mean?`, `what's an SLA`, `SLA meaning` or `define SLA`
 * (contract, section 13). An article may belong to the name, but `a PI` is not likely to be `API`.
 *
 * @returns the names that may be meant, the likelier first; none if the text is not a question
 */
export function namesInQuestion(text: string): string[] {
  const plain = text.trim().replace(/[\s?!.]+$/u, '')
  const opening = openings.find((pattern) => pattern.test(plain))
  const name = (opening ? plain.replace(opening, '') : plain).replace(endings, '').trim()
  const unquoted = name.replace(/^["'“”‘’«»„`]+|["'“”‘’«»„`]+$/gu, '')
  const names = [unquoted.replace(article, ''), unquoted, name]
  return [...new Set(names)].filter((each) => each !== '' && each !== text)
}
