import * as v from 'valibot'

const controlCharacters = /\p{Cc}/u
const controlCharactersExceptLayout = /[^\P{Cc}\t\n\r]/u

/** Counts code points, as PostgreSQL and JSON Schema do. */
const countCharacters = (text: string) => [...text].length

/**
 * Text that people write. It is trimmed and normalised to NFC, and must have 1 to `maxLength` characters, none
 * of them control characters (contract, section 3).
 *
 * @param options `multiline` allows line breaks and tabs
 */
export function text(maxLength: number, options: { multiline?: boolean } = {}) {
  const forbidden = options.multiline ? controlCharactersExceptLayout : controlCharacters
  return v.pipe(
    v.string('must be text'),
    v.trim(),
    v.normalize('NFC'),
    v.check((value) => value.isWellFormed(), 'must be well-formed Unicode'),
    v.check((value) => !forbidden.test(value), 'must not contain control characters'),
    v.check(
      (value) => value !== '' && countCharacters(value) <= maxLength,
      `must be 1 to ${maxLength} characters long`,
    ),
    v.metadata({ jsonSchema: { minLength: 1, maxLength } }),
  )
}

/**
 * Characters that cannot be seen: format, bidirectional and tag characters (Cf), fillers, the combining grapheme
 * joiner, and separators of lines. Joiners (ZWNJ, ZWJ) are allowed between letters or emoji, as scripts and emoji
 * need them.
 */
const invisible =
  /(?![\u200c\u200d])\p{Cf}|[\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u2800\u3164\uffa0]|(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/u

/**
 * A name of something, in one line: text without invisible characters, so that two names that look alike are the
 * same. Runs of spaces become one space (contract, section 18).
 */
export const label = (maxLength: number) =>
  v.pipe(
    v.string('must be text'),
    v.transform((value) => value.replace(/\p{Zs}+/gu, ' ')),
    text(maxLength),
    v.check((value) => !invisible.test(value), 'must not contain invisible characters'),
  )

/** The form in which names are compared: approximates the function `fold` of the database. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase()

/** Removes what PostgreSQL cannot store: NUL and halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

export const timestamp = v.pipe(v.string(), v.metadata({ jsonSchema: { format: 'date-time' } }))

/** An ID in a body or query. An ID in a path that is not a UUID is not found instead. */
export const uuid = v.pipe(v.string('must be a UUID'), v.uuid('must be a UUID'))
