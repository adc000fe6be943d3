import { isPartOver, nextTurn } from '../app/next-turn.ts'
import { batchesOf } from '../batches.ts'
import type { Context } from '../context.ts'
import type { FaultKind } from '../schemas/lookup.ts'
import { type Status, statuses } from '../schemas/term.ts'
import { type Corrected, correctBy } from './in-texts/changes-to-text.ts'
import { createCounts, findChanges, type Target } from './in-texts/names-to-changes.ts'
import { type Format, toReadableText } from './in-texts/text-to-readable.ts'
import type { NameRow } from './name-rows.ts'
import type { NameSource } from './name-source.ts'
import { maxPerKey, namesInDatabase } from './names-in-database.ts'

type CorrectOptions = {
  format?: Format | undefined
  /** with one, terms of other categories do not count */
  category?: string | null | undefined
  /** the lowest status of the terms that count: anybody may edit those that are pending */
  status?: Status | undefined
  kinds?: readonly FaultKind[] | undefined
}

/**
 * Replaces the names in a text that somebody wrote down as wrong (contract, section 22). Takes time proportional to the
 * length of the text. Others are served in between.
 *
 * @param text at most 50,000 UTF-16 units of any kind
 */
export async function correctText(
  { db, names }: Pick<Context, 'db' | 'names'>,
  text: string,
  { format = 'text', category, status = 'community', kinds = ['misspelling'] }: CorrectOptions = {},
): Promise<Corrected> {
  const known = await names.read()
  const source = readInParts(namesInDatabase({ db, names }))
  const lowest = statuses.indexOf(status)
  async function replacementsOf(ids: readonly string[]) {
    const rows = ids.length > 0 ? await db.many<Replacement>('lookup/replacements', { ids }) : []
    const counted = rows.filter((row) => statuses.indexOf(row.status) >= lowest)
    return new Map(counted.map(({ replaced_id, id, name }): [string, Target] => [replaced_id, { id, name }]))
  }
  const counts = createCounts(category, lowest)
  return correctBy(text, async (current) => {
    const readable = await toReadableText(current, format, known)
    if (isPartOver()) await nextTurn()
    return findChanges(source, known, current, readable, { format, kinds, counts, replacementsOf })
  })
}

type Replacement = Target & { replaced_id: string; status: Status }

/** Few enough that all that is called so fits into one answer. */
const namesAtOnce = 200

/** Reads the names of a text of any kind in full: with a part of them, a name could seem to mean one term alone. */
const readInParts = ({ readRows }: NameSource): Pick<NameSource, 'readRows'> => ({
  async readRows(names) {
    const rows: NameRow[] = []
    for (const part of batchesOf(names, namesAtOnce))
      rows.push(...(await readRows(part, namesAtOnce * maxPerKey, false)))
    return rows
  },
})
