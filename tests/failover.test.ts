import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { createLog } from '../lib/app/log.ts'
import { readSettings } from '../lib/app/settings.ts'
import { waitForServer } from '../lib/db/connection.ts'
import { createPatience } from '../lib/db/patience.ts'
import { issueSession } from '../lib/identity/sessions.ts'
import { followChanges, openContext } from '../lib/service.ts'
import { eventually } from './support/eventually.ts'
import { type Replicated, startReplicated } from './support/standby.ts'
import { suite } from './support/suite.ts'
import { type Person, secretKey, send } from './support/test-service.ts'

const test = suite('failover')

/** The URL of both servers, the standby first, as an operator would write it. */
function urlOf({ primary, standby }: Replicated) {
  const { hostname, port } = new URL(standby)
  return primary.replace('@', `@${hostname}:${port},`)
}

async function addPerson(url: string): Promise<Person> {
  const sql = postgres(url, { max: 1 })
  const [row] = await sql<{ id: string }[]>`
    insert into users (email) values ('writer@example.com') returning id`
  await sql.end()
  const id = row?.id ?? ''
  const session = await issueSession(secretKey, id, new Date())
  return { id, email: 'writer@example.com', role: 'viewer', session }
}

test('after a failover, the primary is found within five seconds, and no acknowledged change is lost', async () => {
  const servers = await startReplicated()
  const settings = readSettings({
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DATABASE_URL: urlOf(servers),
    SERVICE_RATE_LIMIT: '0',
  })
  const url = settings.databaseUrl ?? ''
  const log = createLog('silent', { write() {} })
  await waitForServer(url, createPatience({ timeoutSeconds: 5 }))
  const { context, close } = openContext(url, settings, log, { Response })
  const stopCache = followChanges(url, context)
  const app = createGlossary(context)
  const as = await addPerson(servers.primary)
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let lastSuccess = 0
  let isOver = false

  async function write(writer: number) {
    for (let i = 0; !isOver; i++) {
      const name = `term ${writer}.${i}`
      const body = { name, definition: 'What it means.' }
      const { status } = await send(app, 'POST', '/api/v1/terms', { as, body })
      statuses.add(status)
      if (status !== 201) await delay(20)
      else {
        acknowledged.push(name)
        lastSuccess = performance.now()
      }
    }
  }

  try {
    const writers = Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)))
    await eventually('changes are stored', () => acknowledged.length > 50)
    await servers.kill()
    await delay(500) // the standby alone refuses changes meanwhile
    await servers.promote()
    const promoted = performance.now()
    await eventually('changes are stored again', () => lastSuccess > promoted, 15)
    await eventually('all pools work', () => context.readiness.everything().then(() => true), 15)

    const sql = postgres(servers.standby, { max: 1 })
    const isListening = async () => {
      const rows = await sql`select from pg_stat_activity where query like 'listen credentials;%'`
      return rows.length === 1
    }
    await eventually('it listens on the new primary', isListening, 15)
    isOver = true
    await writers
    const stored = await sql<{ name: string }[]>`select name from terms`
    await sql.end()
    const names = new Set(stored.map(({ name }) => name))
    assert.equal(
      acknowledged.filter((name) => !names.has(name)),
      [],
    )
    assert.equal([...statuses].sort(), [201, 503])
  } finally {
    isOver = true
    await stopCache()
    await close(Promise.resolve())
    await servers.close()
  }
})

test.run()
