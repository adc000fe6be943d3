import type { Db } from '../context.ts'
import type { JsonText } from '../json-text.ts'
import { Problem } from '../problem.ts'
import type { PersonalData } from '../schemas/personal-data.ts'
import type { Actor } from './actor.ts'

/** How many entries of each kind are read. */
const limit = 10_000

/**
 * Reads what is stored about a user, for themselves and for admins (contract, section 19).
 *
 * @throws Problem `forbidden` or `not_found`
 */
export async function readPersonalData(
  { db }: Db,
  actor: Pick<Actor, 'id' | 'role'>,
  id: string,
): Promise<JsonText<PersonalData>> {
  if (actor.id !== id && actor.role !== 'admin') {
    throw new Problem('forbidden', {
      detail: 'Only the person themselves and admins can read what is stored about a person.',
    })
  }
  const row = await db.one<{ data: JsonText<PersonalData> }>('identity/read-personal-data', {
    id,
    limit,
  })
  if (!row) throw new Problem('not_found', { detail: 'There is no user with this ID.' })
  return row.data
}

/** Returns the headers with which a browser stores the data in a file. */
export const dataFileHeaders = (id: string): Record<string, string> => ({
  'content-disposition': `attachment; filename="personal-data-${id}.json"`,
})
