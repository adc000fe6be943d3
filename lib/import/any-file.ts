import type { Languages } from '../languages.ts'
import { type FileFormat, fileFormats } from '../schemas/import.ts'
import { decode } from './decode.ts'
import type { ReadFile, ReadOptions } from './format.ts'
import { formats } from './formats.ts'
import type { HeaderChoice } from './grid.ts'
import type { Guess } from './guess.ts'
import { type Table, unreadable } from './table.ts'

/**
 * Reads a file of any format.
 *
 * @param file `csv` stands for any format: the content decides
 * @throws Problem `validation_failed`
 */
export async function readAnyFile(
  { format, bytes }: { format: FileFormat; bytes: Uint8Array },
  options: ReadOptions,
): Promise<ReadFile> {
  const header = options.header ?? (options.reversed.includes('header') || undefined)
  const read = await readAs(findBinary(bytes) ?? format, bytes, header, options)
  return { ...read, guesses: [...read.guesses, ...guessHeader(read, header)] }
}

async function readAs(name: FileFormat, bytes: Uint8Array, header: HeaderChoice, options: ReadOptions) {
  const sent = formats[name]
  if ('readBytes' in sent) return { ...(await sent.readBytes(bytes, header, options)), format: name }
  const { text, ...decoded } = decode(bytes, options.encoding)
  const found = name === 'csv' ? findFormat(text, options.languages) : name
  const format = formats[found]
  if (!('readText' in format)) throw unreadable('is no text.')
  const table = await format.readText(text, header, options)
  return { isExact: false, ...table, ...decoded, format: found, sheets: [], sheet: null }
}

/** The format of a file that is no text, by its bytes. */
const findBinary = (bytes: Uint8Array) =>
  fileFormats.find((name) => {
    const format = formats[name]
    return 'hasBytes' in format && format.hasBytes(bytes)
  })

/** The format of a text that came as CSV, which is CSV if it looks like nothing else. */
function findFormat(text: string, languages: Languages): FileFormat {
  // What is read in the most ways is asked last.
  const found = fileFormats.findLast((name) => {
    const format = formats[name]
    return 'isLike' in format && format.isLike?.(text, languages)
  })
  return found ?? 'csv'
}

/** Says that the first line was taken for a row, if nobody chose that. */
function guessHeader(table: Table, header: HeaderChoice): Guess[] {
  if (table.header_row !== null || table.first_lines.length === 0 || header !== undefined) return []
  const text = 'The file has no header, because its first line looks like the others.'
  return [{ key: 'header', text, instead: 'The first line is the header' }]
}
