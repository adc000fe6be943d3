import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Response } from '@whatwg-node/fetch'
import { createServerAdapter } from '@whatwg-node/server'
import { parse } from 'dotenv'
import { routes } from './handlers/routes.ts'
import { createApp } from './lib/app.ts'
import { migrate } from './lib/db/migrate.ts'
import { drain } from './lib/drain.ts'
import { createLog } from './lib/log.ts'
import { demoAdmin, loadSample } from './lib/sample.ts'
import { openServer, openService } from './lib/service.ts'
import { readDatabaseSettings, readSettings } from './lib/settings.ts'
import { explain } from './lib/start-error.ts'

const command = process.argv[2] ?? 'start'
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  if (command === 'migrate') await runMigrations()
  else await start()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

/** The environment first, then .env beside this file. Empty means unset. */
function environment() {
  const file = fileURLToPath(new URL('.env', import.meta.url))
  const fromFile = existsSync(file) ? parse(readFileSync(file)) : {}
  const isSet = ([, value]: [string, unknown]) => value !== ''
  return { ...fromFile, ...Object.fromEntries(Object.entries(process.env).filter(isSet)) }
}

async function runMigrations() {
  const server = await openServer(readDatabaseSettings(environment()))
  const names = await migrate(server.url)
  await server.stop()
  say(names.length > 0 ? `applied ${names.join(', ')}` : 'the schema is up to date')
}

/** The demonstration never touches a database that is not its own. */
function demoEnvironment() {
  const demo = { SERVICE_DATABASE_URL: '', SERVICE_DEV_MODE: 'true', SERVICE_HOST: '127.0.0.1' }
  return { ...environment(), ...demo, SERVICE_ADMIN_EMAILS: demoAdmin }
}

async function start() {
  const isDemo = command === 'demo'
  const settings = readSettings(isDemo ? demoEnvironment() : environment())
  const log = createLog(settings.logLevel, { terminal: process.stdout.isTTY })
  const service = await openService(settings, log, { Response })
  if (isDemo) await loadSample(service.context)

  const app = createApp(routes, service.context)
  const adapter = createServerAdapter<{ req: { socket: { remoteAddress?: string } } }>(
    (request, { req }) => app(request, req.socket.remoteAddress),
  )
  const server = createServer(adapter)
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(settings.port, settings.host, done)
  })
  const { port } = server.address() as AddressInfo
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  say(`listening on http://${host}:${port}`)
  if (isDemo) say(`log in at http://${host}:${port}/auth/dev/login?email=${demoAdmin}`)

  async function stop(signal: string) {
    log.info({ signal }, 'stopping')
    await drain(server)
    await service.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
}
