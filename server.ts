import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Response } from '@whatwg-node/fetch'
import { commands } from './lib/commands/commands.ts'
import { type DemoSettings, demoAdmin, demoEnvironment, loadSample } from './lib/commands/demo.ts'
import { explain, StartError } from './lib/commands/start-error.ts'
import { readEnvironment } from './lib/environment.ts'
import { drainable } from './lib/http/drain.ts'
import { listen } from './lib/http/listen.ts'
import { nodeListener } from './lib/http/node-listener.ts'
import { disconnectStalledReaders, serverOptions } from './lib/http/timeouts.ts'
import { createLog, type Log } from './lib/log.ts'
import { openOutput } from './lib/output.ts'
import { openService } from './lib/service.ts'
import { readSettings } from './lib/settings.ts'

const environment = () => readEnvironment(process.env, new URL('.env', import.meta.url))

// Garbage is collected when the heap has grown by half: memory stays below 300 MB when many requests come at once.
setFlagsFromString('--heap-growing-percent=50')

try {
  const [name = 'start', ...args] = process.argv.slice(2)
  const command = commands[name]
  if (command) await command(environment(), args, process.stdout)
  else if (name === 'start' || name === 'demo') await start(name === 'demo')
  else throw new StartError(`unknown command "${name}": package.json lists the commands`)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

async function start(isDemo: boolean) {
  // A copy, because the links of the demo lead to the address that it listens on.
  const settings = { ...readSettings({ ...environment(), ...(isDemo && demoEnvironment) }) }
  const output = openOutput()
  const log = createLog(settings.logLevel, output)
  const say = (line: string) => output.write(`${line}\n`)
  const opening = open(settings, log, say, isDemo)
  let isStopping = false
  async function stop(signal: string) {
    if (isStopping) return // npm passes on a signal that the terminal has sent already
    isStopping = true
    log.info({ signal }, 'stopping')
    const limit = delay(10_000)
    const close = await Promise.race([opening.catch(() => {}), limit])
    await close?.(limit)
    await output.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  await opening.catch((error) => {
    if (!isStopping) throw error // Ctrl-C also ends tsx's compiler, so that loading a module fails
  })
}

/** Opens the service and listens. Returns what closes both; it cuts off work when `limit` resolves. */
async function open(settings: DemoSettings, log: Log, say: (line: string) => void, demo: boolean) {
  const loading = import('./handlers/app.ts') // while the database is opened
  loading.catch(() => {}) // awaited below
  const service = await openService(settings, log, { Response })
  try {
    if (demo) await loadSample(service.context)
    const { createGlossary } = await loading
    const app = createGlossary(service.context)
    const server = disconnectStalledReaders(createServer(serverOptions, nodeListener(app, log)))
    const drain = drainable(server)
    const address = await listen(server, settings)
    if (demo && !environment().SERVICE_APP_URL) settings.appUrl = address
    say(`listening on ${address}`)
    if (demo) say(`log in at ${address}/auth/dev/login?email=${demoAdmin}`)
    await service.start()
    return (limit: Promise<void>) => drain(limit).then(() => service.close(limit))
  } catch (error) {
    await service.close(Promise.resolve())
    throw error
  }
}
