import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { createDatabase } from './support/databases.ts'
import { runToEnd } from './support/process.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('the command that imports')

const directory = await mkdtemp(join(tmpdir(), 'glossary-import-'))
const file = join(directory, 'terms.csv')
const content = 'name,definition,status\nSLA,A promise.,official\nSLO,A goal.,pending\n,Nothing.,\n'
await writeFile(file, content)

const run = ({ databaseUrl }: TestService, ...args: string[]) =>
  runToEnd({ SERVICE_DATABASE_URL: databaseUrl }, 'import', args)

const terms = async ({ sql }: TestService) =>
  (await sql`select name, status, source from terms order by name`).map((term) => ({ ...term }))

test('it stores nothing if a row is faulty, and says which one', async (service) => {
  const { status, stdout, stderr } = await run(service, file)
  assert.equal([status, stdout], [1, ''])
  assert.match(stderr, /^row 4: name is required\n/)
  assert.equal(await terms(service), [])
})

test('its options leave out faulty rows, trust statuses, or only say what would happen', async (service) => {
  const options = ['--skip-errors', '--trust-status']
  const dry = await run(service, file, ...options, '--dry-run')
  assert.is(dry.status, 0, dry.stderr)
  assert.match(dry.stdout, /2 .*nothing was stored\n$/)
  assert.equal(await terms(service), [])
  const real = await run(service, file, ...options)
  assert.is(real.status, 0, real.stderr)
  assert.match(real.stdout, /2 .*import [\w-]{36}\n$/)
  assert.equal(await terms(service), [
    { name: 'SLA', status: 'official', source: 'import' },
    { name: 'SLO', status: 'pending', source: 'import' },
  ])
})

test('a database without the tables of the glossary is refused in one line, by each command that reads it', async () => {
  const { url, drop } = await createDatabase('empty')
  const commands = { import: [file], export: [], exam: [] }
  for (const [command, args] of Object.entries(commands)) {
    const { status, stdout, stderr } = await runToEnd({ SERVICE_DATABASE_URL: url }, command, args)
    assert.equal([status, stdout], [1, ''], command)
    assert.match(stderr, /^the database lacks migrations \(0001-.*\): run npm run migrate first\n$/)
  }
  await drop()
})

test('a file that cannot be read and wrong arguments are refused in one line', async (service) => {
  for (const [args, message] of [
    [['missing.csv'], /^the file cannot be read: .*\n$/],
    [[file, '--force'], /^usage: .*\n$/],
  ] as const) {
    const { status, stdout, stderr } = await run(service, ...args)
    assert.equal([status, stdout], [1, ''])
    assert.match(stderr, message)
  }
})

test.after(() => rm(directory, { recursive: true }))
test.run()
