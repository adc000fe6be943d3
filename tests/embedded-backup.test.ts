import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { runBackup } from '../lib/commands/back-up.ts'
import { connect } from '../lib/db/connection.ts'
import { startEmbedded } from '../lib/db/embedded.ts'
import { eventually } from './support/eventually.ts'
import { servers } from './support/servers.ts'

const test = servers('backup of the embedded PostgreSQL')

test('a copy that is made while people write has all that was stored before', async ({ dataDirectory }) => {
  const [path, other] = [await dataDirectory(), await dataDirectory()]
  const target = join(other, 'backup')
  const environment = { SERVICE_DATA_DIR: path }
  const refusal = (args: string[]) =>
    runBackup(environment, args).then(
      () => '',
      ({ message }) => message,
    )
  assert.match(await refusal([target]), /no embedded PostgreSQL runs in/)
  const server = await startEmbedded(path)
  const sql = connect(server.url)
  await sql`create table notes (id serial primary key, text text)`
  let [isDone, stored] = [false, 0]
  async function write() {
    while (!isDone) {
      const [row] = await sql<{ id: number }[]>`
        insert into notes (text) select repeat('x', 5000) from generate_series(1, 20) returning id`
      stored = row?.id ?? 0
    }
  }
  const writing = write()
  await eventually('much is stored', () => stored > 1000)
  const before = stored
  await runBackup(environment, [target])
  isDone = true
  await writing
  assert.match(await refusal([target]), /must be a new directory/)
  assert.match(await refusal([]), /usage: npm run backup/)
  await sql.end()
  await server.stop()
  assert.not.ok(existsSync(join(target, 'postgresql/postmaster.pid')))

  const restored = await startEmbedded(target)
  const copy = connect(restored.url)
  const [row] = await copy<{ last: number; total: number }[]>`
    select max(id) as last, count(*)::integer as total from notes`
  assert.ok(row && row.last > before, `${row?.last} of ${before}`)
  assert.ok(row.total >= row.last, 'without holes')
  await copy`insert into notes (text) values ('after it')`
  await copy.end()
  await restored.stop()
})

test.run()
