import * as v from 'valibot'

const controls = /\p{Cc}/u
const controlsButLayout = /[^\P{Cc}\t\n\r]/u

/** Length in characters (code points), as PostgreSQL and JSON Schema count it. */
export const characters = (text: string) => [...text].length

/**
 * Text of people: trimmed, in Unicode's composed form (NFC), of 1 to `most` characters, without control
 * characters (contract, section 3).
 *
 * @param most greatest length in characters
 * @param options `multiline` lets line breaks and tabs pass
 */
export function text(most: number, options: { multiline?: boolean } = {}) {
  const forbidden = options.multiline ? controlsButLayout : controls
  return v.pipe(
    v.string('must be text'),
    v.trim(),
    v.normalize('NFC'),
    v.check((value) => value.isWellFormed(), 'must be well-formed Unicode'),
    v.check((value) => !forbidden.test(value), 'must not contain control characters'),
    v.check(
      (value) => value !== '' && characters(value) <= most,
      `must be 1 to ${most} characters long`,
    ),
    v.metadata({ jsonSchema: { minLength: 1, maxLength: most } }),
  )
}

export const timestamp = v.pipe(v.string(), v.metadata({ jsonSchema: { format: 'date-time' } }))

/** An identifier in a body or query; in a path, what is no UUID is simply not found. */
export const uuid = v.pipe(v.string('must be a UUID'), v.uuid('must be a UUID'))
