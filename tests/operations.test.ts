import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { migrate } from '../lib/db/migrate.ts'
import { findInstalledPostgres, startInstalledPostgres } from './support/installed-postgres.ts'
import { hasProgram } from './support/programs.ts'
import { servers } from './support/servers.ts'
import { root } from './support/sources.ts'

const test = servers('operations')
const document = readFileSync(`${root}docs/operations.md`, 'utf8')

/** The commands of a section of the documentation, in their order. */
function commandsOf(heading: string): string {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block)
  assert.ok(blocks.length > 0, heading)
  return blocks.join('')
}

/**
 * A directory for the path of a shell, in which systemd only writes down what it is asked for, npm installs nothing,
 * and git makes an empty directory: everything else is the real program.
 */
function standIns(directory: string) {
  const bin = join(directory, 'bin')
  mkdirSync(bin)
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  const write = (name: string, script: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  write('systemctl', `echo "$@" >> '${directory}/systemctl'`)
  write('git', '[ "$1" = clone ] && mkdir "$5"')
  write('npm', `[ "$1" = ci ] || exec '${npm}' --prefix '${root}' "$@"`)
  return bin
}

const tested = 'the commands in docs/operations.md'
const bin = findInstalledPostgres(tested)
if (bin && hasProgram('pg_dump', tested)) {
  test('backup, restore, upgrade and roll back do what the documentation says', async ({ directory }) => {
    const machine = await directory()
    const cwd = join(machine, 'opt/glossary')
    mkdirSync(cwd, { recursive: true })
    writeFileSync(join(cwd, 'version'), 'old')
    const path = `${standIns(machine)}:${process.env.PATH}`
    const { url, stop } = await startInstalledPostgres(bin)
    const sql = postgres(url, { max: 1 })
    const run = (heading: string) =>
      execFileSync('bash', ['-euc', commandsOf(heading).replace(/\/(opt|var)\//g, `${machine}$&`)], {
        cwd,
        env: { ...process.env, PATH: path, SERVICE_DATABASE_URL: url, SERVICE_SECRET_KEY: 'k'.repeat(32) },
        stdio: 'pipe',
      })
    const add = (name: string) => sql`
      insert into terms (name, definition, status, source) values (${name}, 'What it means.', 'pending', 'user')`
    const names = async () =>
      (await sql<{ name: string }[]>`select name from terms order by name`).map(({ name }) => name)
    try {
      await migrate(url)
      await add('kept')
      run('Back up')
      await add('lost')
      await sql`delete from terms where name = 'kept'`
      run('Restore')
      assert.equal(await names(), ['kept'])
      assert.equal(await migrate(url), [], 'nothing is missing that a start would create again')

      run('Upgrade')
      assert.not.ok(existsSync(join(cwd, 'version')), 'the new files are in their place')
      await add('after the upgrade')
      await sql`create table of_the_later_version (id uuid references terms)`
      run('Roll back')
      assert.ok(existsSync(join(cwd, 'version')), 'the old files are back')
      assert.equal(await names(), ['kept'])
      const [row] = await sql`select to_regclass('of_the_later_version') as later`
      assert.is(row?.later, null)

      const asked = readFileSync(join(machine, 'systemctl'), 'utf8')
      const stopAndStart = 'stop glossary.socket glossary.service\nstart glossary.socket glossary.service\n'
      assert.is(asked, `${stopAndStart}restart glossary.service\n${stopAndStart}`)
    } finally {
      await sql.end()
      await stop()
    }
  })
}

test.run()
