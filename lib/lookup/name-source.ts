import { groupBy } from '../group-by.ts'
import type { NameSet } from './in-texts/name-set.ts'
import type { NameRow, NameRows } from './name-rows.ts'
import { toKey } from './name-to-keys.ts'

/** Where names come from: the database, or a copy of the glossary. The rules that find them know neither. */
export type NameSource = {
  /** all names in memory, which decide what a text can have */
  names: {
    read(): Promise<NameSet>
    /** null while they are loaded for the first time */
    readIfLoaded(): Promise<NameSet> | null
  }
  /**
   * Returns what terms are called that are equal to one of these names but for what their keys leave out: at most 200
   * names of each.
   *
   * @param most how many are read; those of the first names come first
   * @param withWords whether a text may choose between meanings
   */
  readRows(names: readonly string[], most: number, withWords: boolean): Promise<NameRow[]>
}

/** Reads what terms are called that may be one of these names. */
export async function readNames(
  { readRows }: Pick<NameSource, 'readRows'>,
  names: Iterable<string>,
  most: number,
  withWords: boolean,
): Promise<NameRows> {
  const distinct = [...new Set(names)]
  const rows = distinct.length > 0 ? await readRows(distinct, most, withWords) : []
  return groupBy(rows, ({ name }) => toKey(name))
}
