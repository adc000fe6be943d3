import { isUtf8 } from 'node:buffer'
import { unreadable } from './table.ts'

/** A byte order mark, which names its encoding (Encoding standard, section 6). */
const marks: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The share of the bytes at even or odd positions that are 0, at the start of a file. */
function zeros(bytes: Uint8Array, parity: 0 | 1) {
  const some = bytes.subarray(0, 1000).filter((_, index) => index % 2 === parity)
  return some.filter((byte) => byte === 0).length / Math.max(1, some.length)
}

/**
 * Finds the encoding of a text: that of its byte order mark, UTF-16 if every other byte is mostly 0, UTF-8 if most of its
 * characters beyond ASCII are valid, otherwise Windows-1252, which spreadsheets write.
 */
function detectEncoding(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return marked[0]
  if (zeros(bytes, 1) > 0.5 && zeros(bytes, 0) < 0.1) return 'utf-16le'
  if (zeros(bytes, 0) > 0.5 && zeros(bytes, 1) < 0.1) return 'utf-16be'
  return isUtf8(bytes) || isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Whether more characters beyond ASCII are valid in UTF-8 than not, as in a list that people edited with old tools. */
function isMostlyUtf8(bytes: Uint8Array) {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, maxJudged))
  const invalid = text.split('\ufffd').length - 1
  const valid = text.replace(/[\0-\x7f\ufffd]/g, '').length
  return valid > invalid
}

/** How documents of Office begin that are older than 2007 (MS-CFB, 2.2). */
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0]

/** How many bytes are read to find the encoding. */
const maxJudged = 4 * 1024 ** 2

/** What Windows-1252 has for the bytes 0x80 to 0x9f. Node.js 20 takes them for control characters. */
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * Decodes a file.
 *
 * @param encoding a label of the Encoding standard; detected if undefined
 * @returns the text, and whether bytes in it stand for no character
 * @throws Problem `validation_failed` if the file is no text
 */
export function decode(bytes: Uint8Array, encoding = detectEncoding(bytes)) {
  const decoder = new TextDecoder(encoding)
  const text =
    decoder.encoding === 'windows-1252'
      ? decoder
          .decode(bytes)
          .replace(/[\x80-\x9f]/g, (code) => windowsCharacters[code.charCodeAt(0) - 0x80] ?? code)
      : decoder.decode(bytes)
  if (oldOffice.every((byte, index) => bytes[index] === byte))
    throw unreadable('is a document of an old version of Office. Save it as .xlsx or CSV first.')
  if (text.includes('\0')) throw unreadable('is not a text: it contains NUL characters.')
  const isDamaged = text.includes('\ufffd') && !(decoder.encoding === 'utf-8' && isUtf8(bytes))
  return { text, encoding: decoder.encoding, isDamaged }
}
