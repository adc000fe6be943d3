import { startWorker } from '../app/worker.ts'
import type { Context } from '../context.ts'
import { disownAll } from '../identity/users.ts'

const pauseMs = 60 * 60 * 1000

type Needs = Pick<Context, 'db' | 'settings' | 'log'>

/** How many rows one statement deletes: others wait for no lock, and it stays far below its time limit. */
const most = 5000

/**
 * The tables that `delete_old` knows, in an order: agents before the clients that no agent uses, weeks before their
 * names.
 */
const tables = [
  ...['slack_deliveries', 'slack_channel_categories', 'outbox_messages', 'inbox_entries'],
  ...['term_follows', 'wanted_keys', 'wanted_people', 'wanted_weeks', 'wanted_names'],
  ...['lookup_trails', 'learned_people', 'learned_weeks', 'learned_names', 'wanted_requests', 'explained_names'],
  ...['term_lookups', 'agents', 'oauth_state'],
]

/**
 * Every hour, deletes what is old: inbox entries, messages, requests from Slack, wanted names, OAuth clients and
 * tokens, and audit events after SERVICE_AUDIT_RETENTION_DAYS. Also joins the rows that record changes, and takes the
 * terms that are left from people who are deactivated. Runs even while the bot is off, because changes of terms store
 * messages all the same.
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
  const handleSome = (name: string, params: object, part = name) =>
    attempt(part, async () => {
      const row = await db.one<{ deleted: number }>(name, { most, ...params })
      if (row && row.deleted >= most) unfinished++
    })
  for (const table_name of tables) await handleSome('jobs/delete-old', { table_name }, table_name)
  await handleSome('jobs/fold-glossary-changes', {})
  await handleSome('jobs/forget-hidden-quotes', {})
  if (days !== null) await handleSome('jobs/delete-audit-events', { days })
  await attempt('identity/disown-terms', async () => void (await disownAll(db)))
  return unfinished
}
