import { toRunningText } from './running-text.ts'

/** The longest quotation (contract, section 16), in characters. */
const maxLength = 200

/** A sentence of fewer words says nothing about a name. */
const minWords = 3

/**
 * The sentence of a message that has an acronym, without links, mentions and code, so that it names nobody whom Slack would link. A
 * long one is cut around the acronym.
 *
 * @param message as Slack's Web API gives it (mrkdwn)
 * @returns null if no sentence says anything beside the acronym, or it has an address
 */
export function quoteSentence(message: string, acronym: string): string | null {
  const sentences = toRunningText(message).split(/\n|(?<=[.!?])\s/)
  const sentence = sentences
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .find((each) => isWholeWord(each, acronym) && !each.includes('@') && hasWords(each))
  return sentence === undefined ? null : cutAround(sentence, sentence.indexOf(acronym))
}

const hasWords = (sentence: string) => sentence.split(' ').length >= minWords

function isWholeWord(sentence: string, acronym: string) {
  const at = sentence.indexOf(acronym)
  return at >= 0 && !/[\p{L}\p{N}]$/u.test(sentence.slice(0, at))
}

/** Cuts a text to `maxLength` characters around a position, at spaces if there are some. */
function cutAround(text: string, position: number): string {
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const before = [...text.slice(0, position)].length
  const start = Math.max(0, Math.min(before - 80, characters.length - maxLength + 2))
  const part = characters.slice(start, start + maxLength - 2).join('')
  const isCutBefore = start > 0
  const isCutAfter = start + maxLength - 2 < characters.length
  const from = isCutBefore ? part.replace(/^\S{0,30}\s/, '') : part
  return `${isCutBefore ? '…' : ''}${isCutAfter ? `${from.replace(/\s\S{0,30}$/, '')}…` : from}`
}
