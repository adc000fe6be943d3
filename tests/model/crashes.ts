import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../lib/http/app.ts'
import { disownAll } from '../../lib/identity/users.ts'
import { startServer } from '../support/process.ts'
import { kill } from '../support/servers.ts'
import { secretKey, send } from '../support/test-service.ts'
import { environment, openSite, type Site } from './play.ts'

/** In how many bursts the process is killed. */
const share = 0.3
/** A burst has answers to all its requests by then, mostly. */
const latestMs = 300

/** A service in this process, and server.ts over the same database, which is killed in some bursts. */
export async function openKilled(): Promise<Site> {
  const { senders, close, ...site } = await openSite()
  const [{ databaseUrl, ctx, request }] = senders
  const env = { ...environment, SERVICE_SECRET_KEY: secretKey, SERVICE_DATABASE_URL: databaseUrl }
  const start = () => startServer(env)
  let server = await start()
  const app: App = (sent) => {
    const { pathname, search } = new URL(sent.url)
    return fetch(server.url + pathname + search, sent)
  }
  return {
    ...site,
    // What a process does not end, the hourly clean-up does.
    settle: () => Promise.all([site.settle(), disownAll(ctx.db)]),
    senders: [{ request }, { request: (method, path, options) => send(app, method, path, options) }],
    async disturb(random) {
      if (random() > share) return false
      await delay(random() * latestMs)
      await kill(server)
      server = await start()
      return true
    },
    close: () => kill(server).then(close),
  }
}
