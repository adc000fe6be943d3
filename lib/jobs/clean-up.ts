import type { Context } from '../context.ts'
import { disownAll } from '../identity/users.ts'
import { startWorker } from '../worker.ts'

const pauseMs = 60 * 60 * 1000

type Needs = Pick<Context, 'db' | 'settings' | 'log'>

/** What one statement each deletes or joins. */
const statements = [
  'slack/delete-old',
  'slack/delete-old-categories',
  'outbox/delete-old',
  'export/fold-changes',
  'inbox/delete-old',
  'follows/delete-orphans',
  'wanted/delete-keys',
  'wanted/delete-people',
  'wanted/delete-names',
  'wanted/delete-requests',
  'wanted/delete-explained',
  'oauth/delete-old',
]

/**
 * Deletes old inbox entries, messages, requests from Slack, wanted names, and OAuth clients and tokens, and joins the rows that
 * record changes, and audit events after SERVICE_AUDIT_RETENTION_DAYS, and takes terms that are left from people who are
 * deactivated, every hour, even while the bot is off, because changes of terms store messages all the same.
 *
 * @returns a function that stops it
 */
export function startCleanUp(ctx: Needs): () => Promise<void> {
  return startWorker('clean-up', () => cleanUp(ctx), { pauseMs, log: ctx.log }).stop
}

/** A part that fails is logged, and keeps no other from being done, such as deleting the hashes of people. */
async function cleanUp({ db, settings: { auditRetentionDays }, log }: Needs) {
  const attempt = (part: string, work: () => Promise<void>) =>
    work().catch((err) => log.error({ err, part }, 'a part of the clean-up failed'))
  for (const name of statements) await attempt(name, () => db.run(name))
  await attempt('users/disown', () => disownAll(db))
  if (auditRetentionDays !== null)
    await attempt('audit/delete-old', () => deleteOldEvents(db, auditRetentionDays))
  return 0
}

/** How many audit events one statement deletes: others wait for no lock, and it stays far below its time limit. */
const eventsAtOnce = 5000

async function deleteOldEvents(db: Needs['db'], days: number) {
  let deleted = 0
  do {
    const row = await db.one<{ deleted: number }>('audit/delete-old', { days, most: eventsAtOnce })
    deleted = row?.deleted ?? 0
  } while (deleted === eventsAtOnce)
}
