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

export const timestamp = v.pipe(v.string(), v.metadata({ jsonSchema: { format: 'date-time' } }))

/** An ID in a body or query. An ID in a path that is not a UUID is not found instead. */
export const uuid = v.pipe(v.string('must be a UUID'), v.uuid('must be a UUID'))
