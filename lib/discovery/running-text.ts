import { compose } from '../schemas/text.ts'

/**
 * Returns the running text of a Slack message: without code, links, mentions, emoji and quotations (a quotation
 * counts where it was first written), and without the markup of bold, italic and struck-through text.
 *
 * @param message mrkdwn as returned by Slack's Web API, in which `&`, `<` and `>` of the author are entities
 */
export function toRunningText(message: string): string {
  const text = message
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
  return compose(text)
}

const codeBlock = /```[\s\S]*?(?:```|$)/g
const code = /`[^`\n]*`/g
const linkOrMention = /<[^<>\n]*>/g
// Everything after >>> is a quotation.
const quote = /^[ \t]*&gt;(?:&gt;&gt;[\s\S]*|.*)/gm
const emoji = /(?<![\p{L}\p{N}]):[\p{L}\p{N}_+'-]+:(?![\p{L}\p{N}])/gu
const formatting = /(?<![\p{L}\p{N}])[*_~]+|[*_~]+(?![\p{L}\p{N}])/gu
const controls = /[^\P{Cc}\n]/gu
