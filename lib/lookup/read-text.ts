import { GFM, parser } from '@lezer/markdown'
import { LinkifyIt } from 'linkify-it'
import { gap } from './tokens.ts'

export const formats = ['text', 'markdown'] as const
export type Format = (typeof formats)[number]

const addresses = new LinkifyIt()
const markdown = parser.configure(GFM)

/** What is not read of a Markdown text: its code, HTML, marks, and what does not show of links. */
const unread = new Set([
  ...['CodeBlock', 'FencedCode', 'InlineCode'],
  ...['Comment', 'CommentBlock', 'HTMLBlock', 'HTMLTag', 'ProcessingInstruction'],
  ...['ProcessingInstructionBlock', 'Autolink', 'LinkLabel', 'LinkReference', 'LinkTitle', 'URL'],
  ...['EmphasisMark', 'StrikethroughMark'],
])

/**
 * Replaces what is not read of a text by gaps of the same length: web and email addresses, and in Markdown code, HTML and
 * the URLs of links. An address that is itself a name (`ASP.NET`) is read.
 *
 * @param isName whether a text may be a name
 */
export function toReadableText(
  text: string,
  format: Format,
  isName: (text: string) => boolean,
): string {
  const readable = format === 'markdown' ? hide(text, findUnread(text)) : text
  const found = addresses.match(readable) ?? []
  return hide(
    readable,
    found
      .filter(({ index, lastIndex }) => !isName(readable.slice(index, lastIndex)))
      .map(({ index, lastIndex }) => ({ from: index, to: lastIndex })),
  )
}

type Range = { from: number; to: number }

function findUnread(text: string): Range[] {
  const ranges: Range[] = []
  markdown.parse(text).iterate({
    enter({ name, from, to }) {
      if (!unread.has(name)) return true
      ranges.push({ from, to })
      return false
    },
  })
  return ranges
}

/** @param ranges sorted, without overlaps */
function hide(text: string, ranges: readonly Range[]) {
  const parts: string[] = []
  let end = 0
  for (const { from, to } of ranges) {
    parts.push(text.slice(end, from), gap.repeat(to - from))
    end = to
  }
  return parts.join('') + text.slice(end)
}
