import type { Context } from '../context.ts'
import { disownAll } from '../identity/users.ts'
import { startWorker } from '../worker.ts'

const pauseMs = 60 * 60 * 1000

type Needs = Pick<Context, 'db' | 'settings' | 'log'>

/** How many rows one statement deletes: others wait for no lock, and it stays far below its time limit. */
const most = 5000

/** Each deletes or joins at most `:most` rows, and returns how many. */
const statements = [
  'slack/delete-old',
  'slack/delete-old-categories',
  'outbox/delete-old',
  'export/fold-changes',
  'inbox/delete-old',
  'follows/delete-orphans',
  'wanted/delete-keys',
  'wanted/delete-people',
  'wanted/delete-weeks',
  'wanted/delete-names',
  'wanted/delete-requests',
  'wanted/delete-explained',
  'oauth/delete-agents',
  'oauth/delete-expired',
  'oauth/delete-clients',
]

/**
 * Every hour, deletes what is old: inbox entries, messages, requests from Slack, wanted names, OAuth clients and tokens, and audit
 * events after SERVICE_AUDIT_RETENTION_DAYS. Also joins the rows that record changes, and takes the terms that are left from people
 * who are deactivated. Runs even while the bot is off, because changes of terms store messages all the same.
 *
 * @returns a function that stops it
 */
export function startCleanUp(ctx: Needs): () => Promise<void> {
  return startWorker('clean-up', () => cleanUp(ctx), { pauseMs, log: ctx.log }).stop
}

/**
 * A part that fails is logged, and keeps no other from being done, such as deleting the hashes of people.
 *
 * @returns how many statements may have left something to delete
 */
async function cleanUp({ db, settings: { auditRetentionDays: days }, log }: Needs) {
  let unfinished = 0
  const attempt = (part: string, work: () => Promise<void>) =>
    work().catch((err) => log.error({ err, part }, 'a part of the clean-up failed'))
  const deleteSome = (name: string) =>
    attempt(name, async () => {
      const row = await db.one<{ deleted: number }>(name, { most, days })
      if (row && row.deleted >= most) unfinished++
    })
  for (const name of statements) await deleteSome(name)
  if (days !== null) await deleteSome('audit/delete-old')
  await attempt('users/disown', () => disownAll(db))
  return unfinished
}
