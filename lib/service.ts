import { setTimeout as delay } from 'node:timers/promises'
import packageJson from '../package.json' with { type: 'json' }
import { createBackground } from './app/background.ts'
import { createLimits } from './app/limits.ts'
import type { Log } from './app/log.ts'
import type { readDatabaseSettings, Settings } from './app/settings.ts'
import { startWarnings } from './app/start-warnings.ts'
import { withSignal } from './app/time-limit.ts'
import type { Context } from './context.ts'
import { listenForChanges } from './db/changes.ts'
import { describeDatabase, waitForServer } from './db/connection.ts'
import { type DatabasePool, openDatabase, shareConnections } from './db/database.ts'
import { prepareDriverClasses } from './db/driver-classes.ts'
import { type EmbeddedOptions, startEmbedded } from './db/embedded.ts'
import { type MigrationOptions, migrate, waitForMigrations } from './db/migrate.ts'
import { requireParameters } from './db/parameters.ts'
import { createPatience, type Patience } from './db/patience.ts'
import { createReadiness } from './db/readiness.ts'
import { createDocuments } from './export/documents.ts'
import { createCredentialCache } from './identity/credential-cache.ts'
import { createOidcProvider } from './identity/oidc-provider.ts'
import { createSlackProvider } from './identity/slack-provider.ts'
import { startCleanUp } from './jobs/clean-up.ts'
import { failInterruptedRuns } from './jobs/runs.ts'
import { createLookupCounts } from './lookup/lookup-counts.ts'
import { createKnownNames } from './lookup/names-in-memory.ts'
import { createMcpHandler } from './mcp/handler.ts'
import { createMetrics, serveMetrics } from './metrics/metrics.ts'
import { startWebhooks } from './notify/webhook-queue.ts'
import { renewSecrets } from './notify/webhook-secrets.ts'
import { createAuthorizationServer } from './oauth/server.ts'
import { createSlackBot, startBot } from './slack/bot.ts'

/** The collaborators of a running service, and a function that closes them. */
type Service = {
  context: Omit<Context, 'apiDocument'>
  /** Waits for background work until `limit` resolves, then closes everything. */
  close(limit: Promise<unknown>): Promise<void>
}

type DatabaseSettings = ReturnType<typeof readDatabaseSettings>

/** A service that can also start the bot's workers and the job schedule. */
type RunningService = Service & { start(): Promise<void> }

/**
 * Opens the database (an embedded one if the settings name none), migrates it and creates the context.
 *
 * @param signal ends the opening; nothing keeps running then
 * @throws EmbeddedServerError, an outage of the database, what migrate() throws, or the reason of the signal
 */
export async function openService(
  settings: Settings,
  log: Log,
  platform: Pick<Context, 'Response'>,
  signal: AbortSignal,
): Promise<RunningService> {
  for (const warning of startWarnings(settings)) log.warn(warning)
  const { startTimeoutSeconds: timeoutSeconds } = settings
  const patience = createPatience({ timeoutSeconds, report: (text) => log.warn(text), signal })
  const server = await openServer(settings, patience, { supervision: { log, onFailure: endProcess(log) }, signal })
  const url = pooledUrl(settings) ?? server.url
  const { context, close: closeContext } = openContext(url, settings, log, { ...platform, stopping: signal })
  const stops: (() => unknown)[] = []
  async function close(limit: Promise<unknown>) {
    await Promise.race([Promise.all(stops.map((stop) => stop())), limit])
    await closeContext(limit)
    await server.stop()
  }
  try {
    await withSignal(signal, async () => {
      const report = (sentence: string) => log.info(sentence)
      const migrations = await prepareDatabase(server.url, settings, { patience, report })
      await preparePools(url, settings, patience)
      const database = describeDatabase(server.url)
      log.info({ version: packageJson.version, database, migrations }, 'the database is ready')
      await failInterruptedRuns(context, 0)
      await serveMetrics(context)
    })
  } catch (error) {
    await close(Promise.resolve())
    throw error
  }
  return {
    context,
    close,
    async start() {
      stops.push(followChanges(server.url, context), startBot(context), startWebhooks(context), startCleanUp(context))
      // The first explanation would wait for them: a million terms take seconds.
      loadNames(context)
      context.background.run('renewing the secrets of webhooks', () => renewSecrets(context))
      // Loading it takes a tenth of the start time, so it comes last.
      const { startSchedule } = await import('./jobs/schedule.ts')
      stops.push(startSchedule(context))
    },
  }
}

export type Pools = Record<'api' | 'mcp' | 'slack', DatabasePool>

/**
 * Creates the context of a service, and the databases that it uses. They connect with the first statement.
 *
 * @param url postgresql://…
 */
export function openContext(url: string, settings: Settings, log: Log, platform: Platform): Service {
  const pools = openPools(url, settings)
  const { context, stop } = createContext(pools, settings, log, platform)
  return {
    context,
    async close(limit) {
      await stop(limit)
      const ends = Promise.all(Object.values(pools).map((pool) => pool.end()))
      // Connections that are still in a transaction close when the process exits.
      await Promise.race([ends, limit.then(() => delay(1000, null, { ref: false }))])
    },
  }
}

type Platform = Pick<Context, 'Response'> & Partial<Pick<Context, 'stopping'>>

/** Opens the databases of a service, which share its connections. */
export function openPools(url: string, settings: Settings): Pools {
  const connections = shareConnections(settings.databaseConnections)
  const isPooled = pooledUrl(settings) !== null
  return {
    api: openDatabase(url, { isPooled }, connections.api),
    mcp: openDatabase(url, { readOnly: true, isPooled }, connections.mcp),
    slack: openDatabase(url, { lockTimeoutMs: 5000, isPooled }, connections.slack),
  }
}

/**
 * Creates the context of a service.
 *
 * @returns the context, and a function that stops its background work and waits for it until `limit` resolves
 */
export function createContext(pools: Pools, settings: Settings, log: Log, platform: Platform) {
  const now = () => new Date()
  const db = pools.api
  const background = createBackground(log)
  const limits = createLimits(settings.rateLimit)
  const credentials = createCredentialCache(now)
  const names = createKnownNames(db, background.signal)
  const lookups = createLookupCounts(db, background, { wanted: settings.wanted, now })
  const mcp = createMcpHandler({ db: pools.mcp, settings, log, names, lookups })
  const oauth = settings.mcpOauth ? createAuthorizationServer({ db, settings, credentials, limits }) : null
  const metrics = openMetrics(settings, pools)
  const slack = createSlackBot({
    db: pools.slack,
    settings,
    log,
    metrics,
    background,
    credentials,
    names,
    lookups,
    now,
  })
  const named = { 'the API and pages': db, MCP: pools.mcp, Slack: pools.slack }
  const context: Service['context'] = {
    settings,
    db,
    log,
    background,
    limits,
    credentials,
    providers: { slack: createSlackProvider(settings), oidc: createOidcProvider(settings) },
    names,
    documents: createDocuments(),
    lookups,
    mcp,
    metrics,
    oauth,
    slack,
    now,
    readiness: createReadiness(named, db, names),
    stopping: new AbortController().signal,
    ...platform,
  }
  async function stop(limit: Promise<unknown>) {
    background.stop()
    await Promise.race([background.settle(), limit])
  }
  return { context, stop }
}

const openMetrics = ({ metricsToken, metricsPort }: Settings, pools: Pools) =>
  metricsToken === null && metricsPort === null
    ? null
    : createMetrics({ version: packageJson.version, db: pools.api, pools })

/**
 * Lets a service keep credentials and names in memory, as all processes tell it of changes. Returns a function that
 * ends this.
 */
export const followChanges = (
  url: string,
  { credentials, names, log }: Pick<Context, 'credentials' | 'names' | 'log'>,
) =>
  listenForChanges(
    url,
    {
      credentials: { onChange: credentials.clear, setReported: credentials.setEnabled },
      term_names: { onChange: names.expire, setReported: names.setReported },
    },
    log,
  )

function loadNames({ background, names }: Pick<Context, 'background' | 'names'>) {
  const load = () =>
    names.read().catch((error) => {
      if (!background.signal.aborted) throw error
    })
  background.run('loading the names of terms', load)
}

/** Migrates the database, or waits until that has been done. Returns the names of the files that ran. */
async function prepareDatabase(
  url: string,
  settings: Settings,
  options: Pick<MigrationOptions, 'patience' | 'report'>,
) {
  const [migrations] = await Promise.all([
    settings.migrate ? migrate(url, options) : waitForMigrations(url, options),
    prepareDriverClasses(url),
  ])
  return migrations ?? []
}

/** The URL of the connection pooler, or null if there is none. */
const pooledUrl = ({ databaseUrl, databaseDirectUrl }: DatabaseSettings) =>
  databaseDirectUrl === null ? null : databaseUrl

/** Waits until the pools can be used, and checks that their connections are as they should be. */
async function preparePools(url: string, settings: Settings, patience: Patience) {
  const isPooled = pooledUrl(settings) !== null
  if (isPooled) await waitForServer(url, patience, { isPooled })
  await requireParameters(url, { isPooled })
}

/** An uncaught error ends the process with status 1. */
const endProcess = (log: Log) => (error: unknown) => {
  log.fatal({ err: error }, 'the embedded PostgreSQL cannot be started again')
  setImmediate(() => {
    throw error
  })
}

/** Returns the database server in the settings, not its pooler, once it responds, or starts an embedded one. */
export async function openServer(
  { databaseUrl, databaseDirectUrl, dataDir }: DatabaseSettings,
  patience = createPatience({ timeoutSeconds: 0 }),
  options: Pick<EmbeddedOptions, 'supervision' | 'signal'> = {},
) {
  if (databaseUrl === null) return startEmbedded(dataDir, options)
  const url = databaseDirectUrl ?? databaseUrl
  await waitForServer(url, patience)
  return { url, stop: () => Promise.resolve() }
}
