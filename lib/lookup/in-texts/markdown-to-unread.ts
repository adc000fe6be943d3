import { GFM, parser } from '@lezer/markdown'
import { isPartOver, nextTurn } from '../../app/next-turn.ts'
import { gap } from './text-to-tokens.ts'

/** A part of a text, in UTF-16 units; `to` is exclusive. */
export type Range = { from: number; to: number }

const markdown = parser.configure(GFM)

/** What is not read of a Markdown text: its code, HTML, marks, and what does not show of links. */
const unread = new Set([
  ...['CodeBlock', 'FencedCode', 'InlineCode'],
  ...['Comment', 'CommentBlock', 'HTMLBlock', 'HTMLTag', 'ProcessingInstruction'],
  ...['ProcessingInstructionBlock', 'Autolink', 'LinkLabel', 'LinkReference', 'LinkTitle', 'URL'],
  ...['EmphasisMark', 'StrikethroughMark'],
])

/**
 * How many blocks within each other, delimiters of a kind in a block, spaces in a row and characters of a block the
 * parser sees.
 */
const most = { nested: 20, delimiters: 100, spaces: 50, inBlock: 2000 }
const nested = new RegExp(
  String.raw`^((?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){${most.nested}}[ \t]*)\S`,
  'gm',
)
const spaces = new RegExp(String.raw`(?<=[ \t]{${most.spaces}})[ \t]`, 'g')
const delimiterOrBlankLine = /[[*_~`<]|\n[ \t]*(?=\n)/g
const blankLine = '\n\n'

/**
 * Returns a Markdown text of the same length that is parsed in time proportional to its length. What no person writes
 * so often becomes gaps, because the parser takes quadratic time for it: delimiters, nested quotations and lists, and
 * spaces. A block that is longer than any person's goes on in a new one: links, emphasis and inline code across that
 * place are lost.
 */
function toParsable(text: string) {
  let counts: Record<string, number> = {}
  return cutBlocks(text)
    .replace(nested, `$1${gap}`)
    .replace(spaces, gap)
    .replace(delimiterOrBlankLine, (sign) => {
      if (sign.startsWith('\n')) counts = {}
      counts[sign] = (counts[sign] ?? 0) + 1
      return (counts[sign] ?? 0) > most.delimiters ? gap : sign
    })
}

/** Writes a blank line over two characters of a block wherever it gets too long, at a space if there is one near. */
function cutBlocks(text: string) {
  const parts: string[] = []
  let start = 0
  while (text.length - start > most.inBlock) {
    const block = text.slice(start, start + most.inBlock)
    const end = block.lastIndexOf(blankLine)
    const space = Math.max(block.lastIndexOf(' '), block.lastIndexOf('\n'))
    const cut = space > most.inBlock / 2 ? space : most.inBlock - blankLine.length
    parts.push(end > 0 ? block.slice(0, end) : block.slice(0, cut), blankLine)
    start += (end > 0 ? end : cut) + blankLine.length
  }
  return parts.join('') + text.slice(start)
}

/** Parses a Markdown text. Others are served in between. */
async function parse(text: string) {
  const parsing = markdown.startParse(toParsable(text))
  for (;;) {
    const tree = parsing.advance()
    if (tree) return tree
    if (isPartOver()) await nextTurn()
  }
}

/** The tags of HTML between which there is code: `<code>SLA</code>`. */
const codeTag = /^<(?<slash>\/?)(?<name>code|kbd|pre|samp|script|style)\b/i

/** Finds what is not read of a Markdown text, in its order, without overlaps. */
export async function findUnread(text: string): Promise<Range[]> {
  const ranges: Range[] = []
  let code: { name: string; from: number; before: number } | undefined
  /** The range of a tag; the end of code has all of it, as far as it began in the same block. */
  function toRange(from: number, to: number): Range {
    const { slash, name } = codeTag.exec(text.slice(from, to))?.groups ?? {}
    const tag = { name: name?.toLowerCase() ?? '', from, before: ranges.length }
    if (slash === '') code ??= tag
    if (slash !== '/' || code?.name !== tag.name) return { from, to }
    const { from: start, before } = code
    ranges.length = before
    code = undefined
    return { from: start, to }
  }
  const tree = await parse(text)
  tree.iterate({
    enter({ name, from, to, type }) {
      if (type.is('Block')) code = undefined
      if (!unread.has(name)) return true
      ranges.push(name === 'HTMLTag' ? toRange(from, to) : { from, to })
      return false
    },
  })
  return ranges
}
