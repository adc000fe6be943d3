/**
 * What a person reads as running text in a message of Slack: without code, links, mentions, emoji and quotes
 * (a quote was counted where it was written) and without the marks of bold, italic and struck text.
 *
 * @param message as Slack's Web API gives it: mrkdwn, in which `&`, `<` and `>` of the author are entities
 */
export function toRunningText(message: string): string {
  return message
    .replace(codeBlock, ' ')
    .replace(code, ' ')
    .replace(linkOrMention, ' ')
    .replace(quote, ' ')
    .replace(emoji, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(formatting, '')
    .replace(controls, ' ')
    .toWellFormed()
    .normalize('NFC')
}

const codeBlock = /```[\s\S]*?(?:```|$)/g
const code = /`[^`\n]*`/g
const linkOrMention = /<[^<>\n]*>/g
// After >>> all the rest is a quote.
const quote = /^[ \t]*&gt;(?:&gt;&gt;[\s\S]*|.*)/gm
const emoji = /(?<![\p{L}\p{N}]):[\p{L}\p{N}_+'-]+:(?![\p{L}\p{N}])/gu
const formatting = /(?<![\p{L}\p{N}])[*_~]+|[*_~]+(?![\p{L}\p{N}])/gu
const controls = /[^\P{Cc}\n]/gu
