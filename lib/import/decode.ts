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
 * Finds the encoding of a text: that of its byte order mark, UTF-16 if every other byte is mostly 0, UTF-8 if it has
 * characters of it and few other bytes, otherwise Windows-1252, which spreadsheets write.
 */
function detectEncoding(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return marked[0]
  if (zeros(bytes, 1) > 0.5 && zeros(bytes, 0) < 0.1) return 'utf-16le'
  if (zeros(bytes, 0) > 0.5 && zeros(bytes, 1) < 0.1) return 'utf-16be'
  return isUtf8(bytes) || isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** Characters in UTF-8 of two to four bytes; otherwise single bytes beyond ASCII. */
const characters =
  /([\xc3-\xdb][\x80-\xbf]|\xc2[\xa0-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})|[\x80-\xff]/g
/** How many bytes that are no UTF-8 a character must make up for. Windows-1252 has hardly any by chance. */
const maxBad = 3

/**
 * Whether a text is UTF-8 but for some bytes, as a list that people edited with old tools. One of two bytes from \xdc
 * on would be of a script that such lists do not have, and are "ß”" in Windows-1252.
 */
function isMostlyUtf8(bytes: Uint8Array) {
  let [good, bad] = [0, 0]
  for (let start = 0; start < bytes.length; start += slice) {
    const text = Buffer.from(bytes.subarray(start, start + slice)).toString('latin1')
    for (const [, character] of text.matchAll(characters)) {
      if (character) good++
      else bad++
    }
  }
  return good > 0 && bad <= maxBad * good
}

/** How many bytes are looked at together. */
const slice = 1024 ** 2

/** How documents of Office begin that are older than 2007 (MS-CFB, 2.2). */
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0]

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
      ? decoder.decode(bytes).replace(/[\x80-\x9f]/g, (code) => windowsCharacters[code.charCodeAt(0) - 0x80] ?? code)
      : decoder.decode(bytes)
  if (oldOffice.every((byte, index) => bytes[index] === byte))
    throw unreadable('is a document of an old version of Office. Save it as .xlsx or CSV first.')
  if (text.includes('\0')) throw unreadable('is not a text: it contains NUL characters.')
  const isDamaged = text.includes('\ufffd') && !(decoder.encoding === 'utf-8' && isUtf8(bytes))
  return { text, encoding: decoder.encoding, isDamaged }
}
