import * as v from 'valibot'

const controlCharacters = /\p{Cc}/u
const controlCharactersExceptLayout = /[^\P{Cc}\t\n\r]/u

/** Counts code points, as PostgreSQL and JSON Schema do. */
const countCharacters = (text: string) => [...text].length

const lengthOf = (maxLength: number, minLength = 1) => ({ jsonSchema: { minLength, maxLength } })

/**
 * More marks than any language needs: the stream-safe texts of Unicode (UAX #15) have at most 30 on a letter. NFC sorts
 * them, in quadratic time.
 */
const tooManyMarks = /(?<=\p{M}{30})\p{M}+/gu

/** Returns a text in NFC, without the marks of a letter that are too many. */
export const compose = (text: string): string => text.replace(tooManyMarks, '').normalize('NFC')

/** What a character that is composed by NFC is decomposed into, at most, in UTF-16 units. */
const maxUnits = 4

/** Whether a text can be short enough once it is trimmed and normalised, which this need not do to a long one. */
const canFit = (text: string, maxLength: number) =>
  text.length <= maxUnits * maxLength || text.trim().length <= maxUnits * maxLength

/**
 * Text that people write. It is trimmed and normalised to NFC, and must have `minLength` to `maxLength` characters,
 * none of them control characters (contract, section 3).
 *
 * @param options `multiline` allows line breaks and tabs
 */
export function text(
  maxLength: number,
  { multiline = false, minLength = 1 }: { multiline?: boolean; minLength?: 0 | 1 } = {},
) {
  const forbidden = multiline ? controlCharactersExceptLayout : controlCharacters
  const message = `must be ${minLength} to ${maxLength} characters long`
  return v.pipe(
    v.string('must be text'),
    v.check((value) => canFit(value, maxLength), message),
    v.trim(),
    v.check((value) => value.search(tooManyMarks) < 0, 'must not have over 30 marks on a letter'),
    v.normalize('NFC'),
    v.check((value) => value.isWellFormed(), 'must be well-formed Unicode'),
    v.check((value) => !forbidden.test(value), 'must not contain control characters'),
    v.check((value) => value.length >= minLength && countCharacters(value) <= maxLength, message),
    v.metadata(lengthOf(maxLength, minLength)),
  )
}

/**
 * Characters that cannot be seen: format, bidirectional and tag characters, fillers, separators of lines, and code
 * points that Unicode reserves for such characters.
 */
const invisible = /(?![\u200c\u200d]|\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u
/** Joiners (ZWNJ, ZWJ) that are not between letters or emoji, where scripts and emoji need them. */
const looseJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/u
/** Variation selectors after characters that have no variants: only emoji, keycaps, Han and Mongolian need them. */
const looseSelector =
  /(?<![\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}]|[\d#*](?=\ufe0f\u20e3))\p{Variation_Selector}/u

const unseen = [invisible, looseJoiner, looseSelector].map(({ source }) => source).join('|')
const anyUnseen = new RegExp(unseen, 'u')
const allUnseen = new RegExp(unseen, 'gu')

/**
 * A name of something, in one line: text without invisible characters, so that two names that look alike are the
 * same. Runs of spaces become one space (contract, section 18).
 */
export const label = (maxLength: number) =>
  v.pipe(
    v.string('must be text'),
    // Before the transformation, which is where the schema of the input ends.
    v.metadata(lengthOf(maxLength)),
    v.transform((value) => value.replace(/\p{Zs}+/gu, ' ')),
    text(maxLength),
    v.check((value) => !anyUnseen.test(value), 'must not contain invisible characters'),
  )

/** Removes the invisible characters that no name has. Other programs put them into what people copy. */
export const withoutUnseen = (value: string): string => value.replace(allUnseen, '')

/**
 * What people look up, in one line: text of which invisible characters are dropped (contract, section 13).
 *
 * @param description for those who send it
 */
export const query = (maxLength: number, description?: string) =>
  v.pipe(
    v.string('must be text'),
    // Before the transformation, which is where the schema of the input ends.
    v.metadata({ ...lengthOf(maxLength), ...(description !== undefined && { description }) }),
    v.transform((value) => withoutUnseen(value).replace(/\p{Zs}+/gu, ' ')),
    text(maxLength),
  )

/** The form in which names are compared: approximates the function `fold` of the database. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase()

/** The tag of a language (BCP 47). The settings say which ones there are. */
export const languageTag = v.pipe(
  v.string('must be the tag of a language'),
  v.metadata({ jsonSchema: { minLength: 2, maxLength: 35 } }),
)

/** Removes what PostgreSQL cannot store: NUL and halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

export const timestamp = v.pipe(v.string(), v.metadata({ jsonSchema: { format: 'date-time' } }))

/** In UTC, a year can be another one than as it is written. PostgreSQL reads no year in the form that others have. */
const hasFourDigits = (year: number) => year > 0 && year <= 9999

const timeMessage = 'must be a date (2026-01-31) or a time (2026-01-31T12:00:00Z)'

/** Whether the calendar has this day: `Date` makes the 2nd of March of a 30th of February. */
function isDay(day: string) {
  const date = new Date(day)
  return date.getFullYear() > 0 && date.toISOString().startsWith(day)
}

/** A date (at midnight, UTC) or a time with its zone in a query (RFC 3339); it becomes a time in UTC. */
export const time = v.pipe(
  v.string(timeMessage),
  v.metadata({ jsonSchema: { format: 'date-time' } }),
  v.transform((value) => value.replace(/ (?=\d\d:\d\d$)/, '+')), // a + that was not encoded
  v.regex(/^(?!0000)\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/i, timeMessage),
  v.check((value) => isDay(value.slice(0, 10)) && hasFourDigits(new Date(value).getUTCFullYear()), timeMessage),
  v.transform((value) => new Date(value).toISOString()),
)

/**
 * An ID, in lower case, so that it compares equal however it is written. In a path, one that is no UUID is not found
 * instead.
 */
export const uuid = v.pipe(v.string('must be a UUID'), v.uuid('must be a UUID'), v.toLowerCase())

/** Comes before all IDs, for lists that are read in parts. */
export const beforeAllIds = '00000000-0000-0000-0000-000000000000'

export const ById = v.object({ id: uuid })

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Returns the first sentence of a definition in one line, of at most 200 UTF-16 units. */
export function firstSentence(definition = ''): string {
  const [first = { segment: '' }] = sentences.segment(definition.trim())
  const line = first.segment.replace(/\s+/g, ' ').trim()
  return line.length <= 200 ? line : `${line.slice(0, 199).toWellFormed().trimEnd()}…`
}
