import type { Languages } from '../languages.ts'
import type { ColumnChoice, FileFormat, ImportOptions } from '../schemas/import.ts'
import type { HeaderChoice } from './grid.ts'
import type { Guess, GuessKey } from './guess.ts'
import type { Table } from './table.ts'

/** What has to be known to read a file. */
export type ReadOptions = Pick<
  ImportOptions,
  'delimiter' | 'encoding' | 'header' | 'sheet' | 'match' | 'trust_status'
> & {
  columns: ColumnChoice
  reversed: readonly GuessKey[]
  /** those of the glossary, its own first */
  languages: Languages
}

/** A file as a table, and how it was read. */
export type ReadFile = Table & {
  /** what the file turned out to be */
  format: FileFormat
  encoding: string
  /** whether the text has bytes that stand for no character */
  isDamaged: boolean
  /** whether its texts are as they were written: no spreadsheet can have made a date of them */
  isExact: boolean
  /** the visible sheets of a workbook, and the only one that was read */
  sheets: readonly string[]
  sheet: string | null
  guesses: readonly Guess[]
}

type Described = {
  /** what people call such a file, as a part of a sentence */
  label: string
  /** its media types */
  types: readonly string[]
  /** how the names of its files end, without the dot */
  endings: readonly string[]
}

/** A table that was read from a text. */
type TextTable = Table & Partial<Pick<ReadFile, 'isExact'>>

/** A format whose files are texts. */
type TextFormat = Described & {
  /** whether its files are always in UTF-8 */
  isUtf8?: boolean
  /** whether a text that was sent as CSV is of this format: people paste what they have, and files are called `.txt` */
  isLike?: (text: string, languages: Languages) => boolean
  /** @throws Problem `validation_failed`, also while its rows are read */
  readText: (text: string, header: HeaderChoice, options: ReadOptions) => TextTable | Promise<TextTable>
}

/** A format whose files are no texts. */
type BinaryFormat = Described & {
  /** whether a file is of this format, whatever it was sent as */
  hasBytes: (bytes: Uint8Array) => boolean
  /** @throws Problem `validation_failed`, also while its rows are read */
  readBytes: (bytes: Uint8Array, header: HeaderChoice, options: ReadOptions) => Promise<Omit<ReadFile, 'format'>>
}

/** A format in which terms can be imported. All that is known of it is in its file in `formats/`. */
export type Format = TextFormat | BinaryFormat
