/** Escapes text of people for Slack: it cannot mention, link or shout (Slack, "Formatting text"). */
export const escapeText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Undoes Slack's escaping of the three characters it escapes. */
export const unescapeText = (text: string) =>
  text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')

/**
 * A link in mrkdwn; what would end it early is percent-encoded or escaped.
 *
 * @param most greatest length of the label after escaping, in UTF-16 units
 */
export const link = (url: string, label: string, most = 300) =>
  `<${escapeText(url).replace(/\|/g, '%7C')}|${escapeWithin(label, most)}>`

/**
 * Cuts text to a length, at a word where there is one nearby, and marks the cut by an ellipsis.
 *
 * @param most greatest length in UTF-16 units, as Slack counts them; 2 or more
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')
  const atWord = head.replace(/\s+\S*$/, '')
  return `${atWord.length > most * 0.8 ? atWord : head.trimEnd()}…`
}

/**
 * Escapes text and cuts it so that the outcome fits.
 *
 * @param most greatest length after escaping, which can make text five times as long
 */
export function escapeWithin(text: string, most: number): string {
  let room = most
  let escaped = escapeText(cut(text, room))
  while (escaped.length > most) {
    room = Math.floor((room * most) / escaped.length) - 1
    escaped = escapeText(cut(text, room))
  }
  return escaped
}

/** What somebody typed in a message: without mentions of people, links by their label or address. */
export const typedText = (mrkdwn: string) =>
  unescapeText(
    mrkdwn
      .replace(/<@[^>]*>/g, ' ')
      .replace(/<([^>|]*)(?:\|([^>]*))?>/g, (_, target, label) => label ?? target),
  )

/** The words of a message: without mentions, channels and addresses, with the labels of its links. */
export const wordsOf = (mrkdwn: string) =>
  unescapeText(
    mrkdwn.replace(/<([^>|]*)(?:\|([^>]*))?>/g, (_, _target, label) => ` ${label ?? ''} `),
  )
