import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../lib/http/app.ts'
import { disownAll } from '../../lib/identity/users.ts'
import { startServer } from '../support/process.ts'
import { secondProcess } from '../support/second-process.ts'
import { kill } from '../support/servers.ts'
import { openTestService, secretKey, send, type TestService } from '../support/test-service.ts'
import { thresholds } from './rules.ts'

type Sender = Pick<TestService, 'request'>
/** One or two processes of a service. */
export type Site = {
  sql: TestService['sql']
  senders: [Sender, ...Sender[]]
  settle(): Promise<unknown>
  /** may kill a process and start it again; returns whether it has */
  disturb?(random: () => number): Promise<boolean>
  close(): Promise<void>
}

const environment = {
  ...{ SERVICE_RATE_LIMIT: '0', SERVICE_LANGUAGES: 'en,de', SERVICE_PRIVATE_ADDRESSES: 'true' },
  SERVICE_COMMUNITY_THRESHOLD: String(thresholds.community),
  SERVICE_OFFICIAL_THRESHOLD: String(thresholds.official),
}

/** A service in this process. */
export async function openSite(): Promise<Site & { senders: [TestService] }> {
  const { service, close } = await openTestService(environment)
  return { sql: service.sql, senders: [service], settle: () => service.ctx.background.settle(), close }
}

/** A service and a second one over the same database, in this process. */
export async function openTwo(): Promise<Site> {
  const site = await openSite()
  const [service] = site.senders
  const other = secondProcess(service)
  const settle = () => Promise.all([site.settle(), other.settle()])
  return { ...site, senders: [service, other], settle, close: () => other.close().then(site.close) }
}

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
