import { addCreations, type UserWithCreations } from '../../../lib/admin/creations.ts'
import type { Db } from '../../../lib/context.ts'
import { listUsers } from '../../../lib/identity/users.ts'
import { type Listing, readListing } from '../../../lib/web/parts/listing.ts'

/** Reads a page of the users whose email address or name contains `q`, with what they created. */
export async function readUserListing(
  ctx: Db,
  { q, offset }: { q?: string | undefined; offset: number },
): Promise<Listing<UserWithCreations>> {
  const users = await readListing(offset, (range) => listUsers(ctx, q, range))
  return { ...users, items: await addCreations(ctx, users.items) }
}
