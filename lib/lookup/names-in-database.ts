import type { Context } from '../context.ts'
import type { NameRow } from './name-rows.ts'
import type { NameSource } from './name-source.ts'
import { isAscii, toKey } from './name-to-keys.ts'

/**
 * How many names, aliases and full names are read that have the same key. At most 50 names do (contract, section 3).
 */
export const maxPerKey = 200

/**
 * Returns the names of a service: a name is found in every process as soon as it is stored.
 *
 * @param readerId who reads the answer, whose categories come first; null for everybody
 */
export const namesInDatabase = (
  { db, names }: Pick<Context, 'db' | 'names'>,
  readerId: string | null = null,
): NameSource => ({
  names,
  readRows: (asked, most, withWords) =>
    db.many<NameRow>('lookup/names-by-key', {
      ...{
        names: [...new Set(asked.map((name) => (isAscii(name) ? toKey(name) : name)))],
        most,
        with_words: withWords,
        reader_id: readerId,
        per_key: maxPerKey,
      },
    }),
})
