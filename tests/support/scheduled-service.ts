import { createLog } from '../../lib/app/log.ts'
import { readSettings } from '../../lib/app/settings.ts'
import { startSchedule } from '../../lib/jobs/schedule.ts'
import { openContext } from '../../lib/service.ts'

// A process with the schedule of a service and nothing else, at other times than those of the contract:
// DATABASE_URL CRON are its arguments. It says a word once it is on, and ends with SIGTERM when what runs is
// done.
const [url = '', staleness = ''] = process.argv.slice(2)
const settings = readSettings({ SERVICE_DEV_MODE: 'true' })
const log = createLog('warn', { write: (line: string) => void process.stderr.write(line) })
const { context, close } = openContext(url, settings, log, { Response })
const stop = startSchedule(context, { staleness })
process.once('SIGTERM', async () => {
  stop()
  await context.background.settle()
  await close(Promise.resolve())
  process.exit(0)
})
process.stdout.write('ready')
