import type { Context } from '../context.ts'
import { disownAll } from '../identity/users.ts'
import { startWorker } from '../worker.ts'

const pauseMs = 60 * 60 * 1000

/**
 * Deletes old inbox entries, messages, requests from Slack, wanted names, and OAuth clients and tokens, and joins the rows that
 * record changes, and audit events after SERVICE_AUDIT_RETENTION_DAYS, and takes terms that are left from people who are
 * deactivated, every hour, even while the bot is off, because changes of terms store messages all the same.
 *
 * @returns a function that stops it
 */
export function startCleanUp(ctx: Needs & Pick<Context, 'log'>): () => Promise<void> {
  return startWorker('clean-up', () => deleteOld(ctx), { pauseMs, log: ctx.log }).stop
}

type Needs = Pick<Context, 'db' | 'settings'>

async function deleteOld({ db, settings }: Needs) {
  await db.run('slack/delete-old')
  await db.run('slack/delete-old-categories')
  await db.run('outbox/delete-old')
  await db.run('export/fold-changes')
  await db.run('inbox/delete-old')
  await db.run('follows/delete-orphans')
  await db.run('wanted/delete-keys')
  await db.run('wanted/delete-people')
  await db.run('wanted/delete-names')
  await db.run('wanted/delete-requests')
  await db.run('wanted/delete-explained')
  await db.run('oauth/delete-old')
  await disownAll(db)
  if (settings.auditRetentionDays !== null) await deleteOldEvents(db, settings.auditRetentionDays)
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
