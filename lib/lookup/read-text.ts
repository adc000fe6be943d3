import { GFM, parser } from '@lezer/markdown'
import { nextTurn } from '../app/next-turn.ts'
import type { NameSet, Occurrence } from './name-set.ts'
import { gap, tokenizeInTurns } from './tokens.ts'

const formats = ['text', 'markdown'] as const
export type Format = (typeof formats)[number]

/** A name has at most 300 characters. */
const maxInName = 100

const markdown = parser.configure(GFM)

/** What is not read of a Markdown text: its code, HTML, marks, and what does not show of links. */
const unread = new Set([
  ...['CodeBlock', 'FencedCode', 'InlineCode'],
  ...['Comment', 'CommentBlock', 'HTMLBlock', 'HTMLTag', 'ProcessingInstruction'],
  ...['ProcessingInstructionBlock', 'Autolink', 'LinkLabel', 'LinkReference', 'LinkTitle', 'URL'],
  ...['EmphasisMark', 'StrikethroughMark'],
])

/**
 * Replaces what is not read of a text by gaps of the same length: web and email addresses, prefixes of mails, and in Markdown
 * code, HTML and the URLs of links. An address whose host is a name, or part of one (`ASP.NET`, `ASP.NET Core`), is read.
 *
 * @param names the names that addresses can be
 */
export async function toReadableText(text: string, format: Format, names: Pick<NameSet, 'find'>): Promise<string> {
  const shown = format === 'markdown' ? hide(text, await findUnread(text)) : text
  const readable = shown.replace(mailPrefixes, (prefix) => gap.repeat(prefix.length))
  const addresses = findAddresses(readable)
  if (addresses.length === 0) return readable
  const named = findNamed(addresses, names.find(await tokenizeInTurns(readable)))
  return hide(
    readable,
    addresses.filter((address) => !named.has(address)),
  )
}

/** The addresses whose host lies within a name. */
function findNamed(addresses: readonly Address[], names: Iterable<Occurrence>) {
  const named = new Set<Address>()
  let next = 0
  for (const { start, end } of names) {
    while ((addresses[next]?.from ?? Infinity) < start) next++
    for (const address of addresses.slice(next, next + maxInName)) {
      if (address.from + (address.host || address.text).length <= end) named.add(address)
    }
  }
  return named
}

/** What mail programs put before a subject that is answered or passed on, such as `Re: Fwd:`; nobody means a name by it. */
const mailPrefixes = /^[ \t]*(?:(?:re|fwd?|aw|wg)(?:\[\d{1,3}\])?:[ \t]*)+/gim

type Range = { from: number; to: number }

/** How many blocks within each other, delimiters of a kind in a block, spaces in a row and characters of a block the parser sees. */
const most = { nested: 20, delimiters: 100, spaces: 50, inBlock: 2000 }
const nested = new RegExp(
  String.raw`^((?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){${most.nested}}[ \t]*)\S`,
  'gm',
)
const spaces = new RegExp(String.raw`(?<=[ \t]{${most.spaces}})[ \t]`, 'g')
const delimiterOrBlankLine = /[[*_~`<]|\n[ \t]*(?=\n)/g
const blankLine = '\n\n'

/**
 * Returns a Markdown text of the same length that is parsed in time proportional to its length. What no person writes so
 * often becomes gaps, because the parser takes quadratic time for it: delimiters, nested quotations and lists, and spaces. A
 * block that is longer than any person's goes on in a new one: links, emphasis and inline code across that place are lost.
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

/** How long a text is parsed at a time, in milliseconds. */
const msAtOnce = 10

/** Parses a Markdown text. Others are served in between. */
async function parse(text: string) {
  const parsing = markdown.startParse(toParsable(text))
  let started = performance.now()
  for (;;) {
    const tree = parsing.advance()
    if (tree) return tree
    if (performance.now() - started < msAtOnce) continue
    await nextTurn()
    started = performance.now()
  }
}

/** The tags of HTML between which there is code: `<code>SLA</code>`. */
const codeTag = /^<(?<slash>\/?)(?<name>code|kbd|pre|samp|script|style)\b/i

async function findUnread(text: string): Promise<Range[]> {
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

/** The range of an address in a text, in UTF-16 units; `to` is exclusive. `host` is its part before a path, if that has dots. */
type Address = { from: number; to: number; text: string; host: string }

/** What addresses consist of; words and sentences, too. */
const stretches = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}._~:/?#@!$&*+%=-]*/gu
/** A full stop at the end belongs to the sentence. */
const upToLastWord = /^.*[\p{L}\p{N}/=]/su

const schemeOrEmail = /^(?:[\p{L}\p{N}+.-]+:\/\/.|[^@/]+@\p{L})/u
const dotted = /^(?:[\p{L}\p{N}_-]+[:=])?(?<host>[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+)/u
/** Where a sentence lacks the space behind its full stop, the next word usually begins with a capital. */
const lowerCaseEnding = /\.\p{Ll}[\p{Ll}\p{N}-]+$/u
const usualHost = /^www\.|\.(?:com|edu|gov|io|net|org)$/i
const localHost = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})[:/]|^[\p{L}\p{N}_.-]+:\d{2,5}\//u

/**
 * Finds the web and email addresses in a text, with a scheme or without one (`www.example.com`, `example.io/path`,
 * `wiki.internal`, `someone@example`), in time proportional to its length. File names count as well (`plan.pdf`).
 */
function findAddresses(text: string): Address[] {
  return [...text.matchAll(stretches)].flatMap(({ index, 0: stretch }) => {
    if (!/[.:/@]./.test(stretch)) return []
    const host = dotted.exec(stretch)?.groups?.host ?? ''
    if (!isHost(host) && !schemeOrEmail.test(stretch) && !localHost.test(stretch)) return []
    const [address = ''] = upToLastWord.exec(stretch) ?? []
    const start = isHost(host) ? stretch.indexOf(host) : 0
    return { from: index + start, to: index + address.length, text: address.slice(start), host }
  })
}

const isHost = (host: string) => lowerCaseEnding.test(host) || usualHost.test(host)
