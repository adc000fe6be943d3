import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import ts from 'typescript'
import * as assert from 'uvu/assert'
import { arrays } from '../lib/db/connection.ts'
import { readFunctions } from '../lib/db/functions.ts'
import { statements } from '../lib/db/statements.ts'
import { createDatabase } from './support/databases.ts'
import { filesBelow, readSources, root, walk } from './support/sources.ts'
import { suite } from './support/suite.ts'

const test = suite('sql')
const names = [...statements.keys()]
const source = (name: string) => readFileSync(`${root}sql/${name}.sql`, 'utf8')
const appSources = readSources(['lib', 'handlers'])

/** The comment at the top of a statement, as one line. */
const header = (name: string) => (/^(--.*\n)+/.exec(source(name))?.[0] ?? '').replaceAll('\n-- ', ' ')

/** The folder of lib/ that a file is in; pages are the room 'web'. */
const roomOf = (path: string) =>
  path.startsWith('handlers/pages/') ? 'web' : (/^lib\/([\w-]+)\//.exec(path)?.[1] ?? '')

/** String literals that look like the name of a statement, and the rooms that they are in. */
const folders = new Set(names.map((name) => name.split('/')[0]))
const named = new Map<string, Set<string>>()
for (const { path, tree } of appSources) {
  walk(tree, (node) => {
    if (!ts.isStringLiteralLike(node) || !/^[a-z-]+\/[a-z-]+$/.test(node.text)) return
    const isValue = !ts.isLiteralTypeNode(node.parent)
    if (isValue && folders.has(node.text.split('/')[0]))
      named.set(node.text, (named.get(node.text) ?? new Set()).add(roomOf(path)))
  })
}

test('every file in sql/ is a statement, except the functions', () => {
  assert.equal(
    filesBelow('sql').filter((path) => !path.startsWith('sql/functions/')),
    names.map((name) => `sql/${name}.sql`),
  )
})

test('PostgreSQL accepts every statement, as a single one, on the migrated schema', async () => {
  const { url, drop } = await createDatabase()
  const sql = postgres(url, { max: 1, onnotice() {} })
  const faults: string[] = []
  const known = Object.values(arrays).map(({ to }) => to)
  const unknown = await sql<{ oid: number }[]>`
    select oid from pg_type where typcategory = 'A' and oid <> all(${known}::oid[])`
  const strange = new Set(unknown.map(({ oid }) => oid))
  for (const [name, { text, params }] of statements) {
    try {
      const { types, columns } = await sql.unsafe(text).describe()
      assert.is(types.length, params.length, 'it has as many parameters as parameter names')
      const used = [...types, ...columns.map(({ type }) => type)]
      assert.not(
        used.some((type) => strange.has(type)),
        'lib/db/connection.ts has the types of its arrays',
      )
      const isSilent = header(name).includes('Returns nothing')
      assert.is(columns.length === 0, isSilent, 'it returns rows, or its comment says that it returns nothing')
      const labels = columns.map((column) => column.name)
      assert.is(new Set(labels).size, labels.length, 'its columns have different names')
      assert.not(labels.includes('?column?'), 'its columns have names')
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  await sql.end()
  await drop()
  assert.equal(faults, [])
})

test('every file of functions begins with a comment, creates something and can run again', async () => {
  const { url, drop } = await createDatabase()
  const sql = postgres(url, { max: 1, onnotice() {} })
  const faults: string[] = []
  for (const [name, text] of [...readFunctions()].filter(([name]) => name.endsWith('.sql'))) {
    if (!/^-- [A-Z].{9}/.test(text)) faults.push(`${name} has no comment`)
    if (!/^create /m.test(text)) faults.push(`${name} creates nothing`)
    await sql.unsafe(text).catch((error) => faults.push(`${name}: ${error}`))
  }
  await sql.end()
  await drop()
  assert.equal(faults, [])
})

const rules: [rule: string, holds: (name: string) => boolean][] = [
  ['begins with a comment on its purpose', (name) => /^-- [A-Z:].{9}/.test(header(name))],
  ['says what it returns', (name) => /\bReturns\b/.test(header(name))],
  ['is one statement, without a semicolon', (name) => !statements.get(name)?.text.includes(';')],
  ['has its keywords in lower case', (name) => !upperCaseKeywords.test(withoutStrings(name))],
  ['lists the columns it returns', (name) => !/^select \*/m.test(source(name))],
  ['takes its parameters by name', (name) => !/\$\d/.test(source(name))],
  ['is used', (name) => named.has(name)],
  ['is in the folder of a room that runs it', (name) => isAtHome(name)],
  ['is in a folder and has a kebab-case name', (name) => /^[a-z-]+\/[a-z-]+$/.test(name)],
]
const isAtHome = (name: string) => named.get(name)?.has(name.split('/')[0] ?? '') ?? false
const upperCaseKeywords = /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|AND|OR|ORDER BY|RETURNING|SET|WITH)\b/
const withoutStrings = (name: string) => statements.get(name)?.text.replace(/'[^']*'/g, "''") ?? ''

for (const [rule, holds] of rules) {
  test(`every statement ${rule}`, () => {
    assert.equal(
      names.filter((name) => !holds(name)),
      [],
    )
  })
}

test('every statement that is used exists', () => {
  assert.equal(
    [...named].filter(([name]) => !statements.has(name)),
    [],
  )
})

test.run()
