import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { filesBelow } from './support/sources.ts'
import { suite } from './support/suite.ts'

const test = suite('line width')
const width = 120
/** Those before it may have run somewhere, and such a migration is never edited. */
const firstHeldMigration = 'migrations/0012'

/** The lines of a file that are too long, as 'path:line'. */
const tooLong = (path: string, isHeld: (line: string) => boolean) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => ([...line].length > width && isHeld(line) ? `${path}:${index + 1}` : []))

const folders = ['assets', 'bench', 'handlers', 'lib', 'migrations', 'sql', 'tests']
const paths = [...folders.flatMap((folder) => filesBelow(folder)), 'server.ts', 'typescript.mjs']
const withEnding = (ending: RegExp) => paths.filter((path) => ending.test(path))

test('no comment in code is wider than 120 columns, which the formatter holds only the code to', () => {
  const isComment = (line: string) => /^\s*(\/\/|\*|\/\*|\{\/\*)|\s\/\/ [^'"`|]*$/.test(line)
  assert.equal(
    withEnding(/\.(tsx?|m?js)$/).flatMap((path) => tooLong(path, isComment)),
    [],
  )
})

test('no line of SQL or CSS is wider than 120 columns', () => {
  const held = withEnding(/\.(sql|css)$/).filter(
    (path) => !path.startsWith('migrations/') || path >= firstHeldMigration,
  )
  assert.ok(held.length > 300)
  assert.equal(
    held.flatMap((path) => tooLong(path, () => true)),
    [],
  )
})

test.run()
