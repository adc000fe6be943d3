import { findUnread, type Range } from './markdown-to-unread.ts'
import type { NameSet, Occurrence } from './name-set.ts'
import { toSpoken } from './subtitles-to-spoken.ts'
import { gap, tokenizeInTurns } from './text-to-tokens.ts'

/** What a text is: plain, Markdown, or subtitles (WebVTT, SubRip). */
export type Format = 'text' | 'markdown' | 'vtt' | 'srt'

/** A name has at most 300 characters. */
const maxInName = 100

/**
 * Replaces what is not read of a text by gaps of the same length: web and email addresses, prefixes of mails, in
 * Markdown code, HTML and the URLs of links, and in subtitles all that nobody says. An address whose host is a name, or
 * part of one (`ASP.NET`, `ASP.NET Core`), is read.
 *
 * @param names the names that addresses can be
 */
export async function toReadableText(text: string, format: Format, names: Pick<NameSet, 'find'>): Promise<string> {
  const shown = await toShown(text, format)
  const readable = shown.replace(mailPrefixes, (prefix) => gap.repeat(prefix.length))
  const addresses = findAddresses(readable)
  if (addresses.length === 0) return readable
  const named = findNamed(addresses, names.find(await tokenizeInTurns(readable)))
  return hide(
    readable,
    addresses.filter((address) => !named.has(address)),
  )
}

async function toShown(text: string, format: Format) {
  if (format === 'markdown') return hide(text, await findUnread(text))
  return format === 'text' ? text : toSpoken(text, format)
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

/**
 * What mail programs put before a subject that is answered or passed on, such as `Re: Fwd:`; nobody means a name by it.
 */
const mailPrefixes = /^[ \t]*(?:(?:re|fwd?|aw|wg)(?:\[\d{1,3}\])?:[ \t]*)+/gim

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

/**
 * The range of an address in a text, in UTF-16 units; `to` is exclusive. `host` is its part before a path, if that has
 * dots.
 */
type Address = { from: number; to: number; text: string; host: string }

/** What addresses consist of; words and sentences, too. More at a time would be more than the stack of V8 holds. */
const stretches = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}._~:/?#@!$&*+%=-]{0,100000}/gu
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
