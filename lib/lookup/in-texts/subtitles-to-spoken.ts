import { gap } from './text-to-tokens.ts'

const hide = (text: string) => text.replace(/[^\r\n]/g, gap)
const hideAll = (text: string, ...patterns: readonly RegExp[]) =>
  patterns.reduce((rest, pattern) => rest.replace(pattern, hide), text)

const lines = /[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g
const srtTimes = /^[ \t]*\d{1,3}:\d\d:\d\d[.,]\d{1,3}[ \t]*-->/
const note = /^NOTE(?:\s|$)/

/** Tags (`<v Ann>`, `<i>`, `{\an8}`) and escaped signs. */
const tags = /<[^<>\r\n]{0,200}>|\{\\[^{}\r\n]{0,100}\}/g
const escapes = /&#?\w{1,20};/g
/** Who speaks, at the beginning of a line: a word, or up to five that begin with a capital. */
const speaker =
  /^[\0\s]*(?:(?:[-\u2013\u2014]|>{2,})[\0\s]*)?(?:[\p{Lu}\p{Lt}\p{Lo}\p{N}([][^\s:\uff1a]{0,30}(?:[ \t]+[^\s:\uff1a]{1,30}){0,4}|[^\s:\uff1a]{1,50})(?::(?=[\0\s]|$)|\uff1a)/u

/**
 * Replaces what nobody says in subtitles by gaps of the same length: numbers, times, settings, notes, styles, tags, and
 * who speaks. Lines are known by their form, as the standard of WebVTT has it: a blank one ends a block, and what
 * follows the times is said. SubRip, which has no standard, has no other blocks.
 */
export function toSpoken(text: string, format: 'vtt' | 'srt'): string {
  const isVtt = format === 'vtt'
  const all = text.match(lines) ?? []
  const isBlank = (line: string) => (isVtt ? /^[\r\n]*$/ : /^\s*$/).test(line)
  const hasTimes = (line = '') => (isVtt ? line.includes('-->') : srtTimes.test(line))
  let block: 'start' | 'head' | 'note' | 'cue' = 'start'
  const read = all.map((line, i) => {
    if (isBlank(line)) block = 'start'
    else if (block === 'start' && isVtt && note.test(line)) block = 'note'
    else if (block !== 'note' && hasTimes(line)) block = 'cue'
    else if (block === 'cue' || (!isVtt && !hasTimes(all[i + 1])))
      return hideAll(line, tags, ...(isVtt ? [escapes] : []), speaker)
    else if (block === 'start') block = 'head'
    return hide(line)
  })
  return read.join('')
}

/** Writes a name as a format has it: signs that WebVTT gives a meaning are escaped. */
export const escapeName = (name: string, format: string): string =>
  format === 'vtt' ? name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : name
