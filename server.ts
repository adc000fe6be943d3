import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Response } from '@whatwg-node/fetch'
import { createLog, type Log, logConsole } from './lib/app/log.ts'
import { type Output, openOutput } from './lib/app/output.ts'
import { readEnvironment } from './lib/app/setting-reader.ts'
import { readSettings } from './lib/app/settings.ts'
import { commands, runCommand } from './lib/commands/commands.ts'
import { type DemoSettings, demoAdmin, loadSample, toDemoEnvironment, toDemoError } from './lib/commands/demo.ts'
import { explain, StartError } from './lib/commands/start-error.ts'
import { listen, passedSocket } from './lib/http/listen.ts'
import { nodeListener } from './lib/http/node-listener.ts'
import { openService } from './lib/service.ts'

type Start = { settings: DemoSettings; log: Log; output: Output; stop: AbortSignal; demo: boolean }

const environment = () => readEnvironment(process.env, new URL('.env', import.meta.url))

// Garbage is collected when the heap has grown by half: memory stays below 300 MB when many requests come at once.
setFlagsFromString('--heap-growing-percent=50')

try {
  const [name = 'start', ...args] = process.argv.slice(2)
  const command = commands[name]
  if (command) await runCommand(command, environment(), args, process)
  else if (name === 'start' || name === 'demo') await start(name === 'demo')
  else throw new StartError(`unknown command "${name}": package.json lists the commands`)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

async function start(isDemo: boolean) {
  // A copy, because the links of the demo lead to the address that it listens on.
  const settings = { ...readSettings(isDemo ? toDemoEnvironment(environment()) : environment()) }
  const output = openOutput()
  const log = logConsole(createLog(settings.logLevel, output), process)
  const stopping = new AbortController()
  const opening = open({ settings, log, output, stop: stopping.signal, demo: isDemo })
  async function stop(signal: string) {
    if (stopping.signal.aborted) return // npm passes on a signal that the terminal has sent already
    log.info({ signal }, 'stopping')
    stopping.abort()
    const close = await opening.catch(() => {}) // what has been opened is closed then
    await close?.()
    await output.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  await opening.catch((error) => {
    if (!stopping.signal.aborted) throw isDemo ? toDemoError(error) : error // Ctrl-C also ends tsx's compiler, so that loading a module fails
  })
}

/** Opens the service and listens. Returns what closes both. */
async function open({ settings, log, output, stop, demo }: Start) {
  const loading = import('./handlers/app.ts') // while the database is opened
  loading.catch(() => {}) // awaited below
  const service = await openService(settings, log, { Response }, stop)
  try {
    if (demo) await loadSample(service.context)
    const { createGlossary } = await loading
    stop.throwIfAborted()
    const app = nodeListener(createGlossary(service.context), log)
    const { address, drain } = await listen(app, passedSocket(process) ?? settings, service.context)
    if (demo && !environment().SERVICE_APP_URL) settings.appUrl = address
    output.write(`listening on ${address}\n`)
    if (demo) output.write(`log in at ${address}/auth/dev/login?email=${demoAdmin}\n`)
    await service.start()
    return async () => {
      const limit = delay((settings.drainSeconds + 10) * 1000)
      await drain(limit, settings.drainSeconds)
      await service.close(limit)
    }
  } catch (error) {
    await service.close(Promise.resolve())
    throw error
  }
}
