import type { Context } from '../context.ts'
import { startWorker } from '../worker.ts'

const pauseMs = 60 * 60 * 1000

/**
 * Deletes old inbox entries, messages, requests from Slack, wanted names, and OAuth clients and tokens, and joins the rows that
 * record changes, every hour, even while the bot is off, because changes of terms store messages all the same.
 *
 * @returns a function that stops it
 */
export function startCleanUp({ db, log }: Pick<Context, 'db' | 'log'>): () => Promise<void> {
  return startWorker('clean-up', () => deleteOld(db), { pauseMs, log }).stop
}

async function deleteOld(db: Context['db']) {
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
  return 0
}
