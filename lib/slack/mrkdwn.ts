/** Escapes text for Slack, so that it cannot mention anyone, link, or notify a channel (Slack, "Formatting text"). */
export const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Reverses Slack's escaping. */
export const unescapeText = (text: string) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')

/**
 * A link in mrkdwn. Characters that would end it early are percent-encoded or escaped.
 *
 * @param maxLength of the label after escaping, in UTF-16 units
 */
export const link = (url: string, label: string, maxLength = 300) =>
  `<${escapeText(url).replace(/\|/g, '%7C')}|${escapeWithin(label, maxLength)}>`

/**
 * Cuts text to a length, at the end of a word if one is near, and adds an ellipsis.
 *
 * @param maxLength in UTF-16 units, as Slack counts them; at least 2
 */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const head = text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')
  const atWord = head.replace(/\s+\S*$/, '')
  return `${atWord.length > maxLength * 0.8 ? atWord : head.trimEnd()}…`
}

/**
 * Escapes text and cuts it so that the result fits.
 *
 * @param maxLength after escaping, which can make text five times as long
 */
export function escapeWithin(text: string, maxLength: number): string {
  let cutLength = maxLength
  let escaped = escapeText(cut(text, cutLength))
  while (escaped.length > maxLength) {
    cutLength = Math.floor((cutLength * maxLength) / escaped.length) - 1
    escaped = escapeText(cut(text, cutLength))
  }
  return escaped
}

/** The text that a person typed: without mentions, and with links replaced by their label or URL. */
export const typedText = (mrkdwn: string) =>
  unescapeText(
    mrkdwn.replace(/<@[^<>]*>/g, ' ').replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target, label) => label ?? target),
  )

/**
 * The text of a definition that a person typed: links with their label and URL, and people and channels by their names.
 *
 * @param nameOf the name of a person, by their ID in Slack; null leaves the mention out
 */
export const writtenText = (mrkdwn: string, nameOf: (slackId: string) => string | null) =>
  unescapeText(
    mrkdwn.replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) => {
      if (target.startsWith('@')) {
        const name = label ?? nameOf(target.slice(1))
        return name === null ? ' ' : `@${name}`
      }
      if (target.startsWith('#')) return `#${label || target.slice(1)}`
      if (target.startsWith('!')) return label || `@${target.slice(1)}`
      const isSame = !label || target.replace(/^(?:https?:\/\/|mailto:|tel:)/, '').startsWith(label)
      return isSame ? label || target : `${label} (${target})`
    }),
  )

/** The IDs of the people that a text mentions without their names, each once. */
export const mentionedIds = (mrkdwn: string): string[] => [
  ...new Set([...mrkdwn.matchAll(/<@([^<>|]+)>/g)].map(([, id = '']) => id)),
]

/** The words of a message: without mentions, channels and URLs, but with the labels of links. */
export const wordsOf = (mrkdwn: string) =>
  unescapeText(mrkdwn.replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, _target, label) => ` ${label ?? ''} `))

/** Slack's code of an emoji. */
export const emoji = String.raw`:[a-z0-9_+'-]{1,60}:(?::skin-tone-\d:)?`
/** Colons between two words, as in `arn:aws:s3`, are no emoji. */
const wholeEmoji = new RegExp(String.raw`(?<![\p{L}\p{N}])${emoji}|${emoji}(?![\p{L}\p{N}])`, 'giu')

/** A text without the codes of emoji. */
export const withoutEmojiWithin = (text: string) => text.replace(wholeEmoji, ' ').trim()
