import type { Context } from '../context.ts'

type Needs = Pick<Context, 'db' | 'now'> & {
  settings: Pick<Context['settings'], 'digestHour' | 'timezone'>
}

/** Entries that were written before the digest was due are committed within this time. */
const graceMs = 60_000

/**
 * Stores the messages about followed terms that are due: one for each person and day, at SERVICE_DIGEST_HOUR. However
 * often it runs, in however many processes, nobody gets two.
 *
 * @returns the number of messages
 */
export async function storeDigests({ db, settings, now }: Needs): Promise<number> {
  const row = await db.one<{ stored: number }>('notify/store-digests', {
    now: new Date(now().getTime() - graceMs).toISOString(),
    hour: settings.digestHour,
    timezone: settings.timezone,
  })
  return row?.stored ?? 0
}
