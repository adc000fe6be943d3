import { readFile, writeFile } from 'node:fs/promises'
import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { createDatabase } from './support/databases.ts'
import { describeSchema } from './support/schema-document.ts'
import { root } from './support/sources.ts'
import { suite } from './support/suite.ts'

const test = suite('schema-document')

test('docs/schema.sql describes the migrated database', async () => {
  const { url, drop } = await createDatabase()
  const sql = postgres(url, { max: 1, onnotice() {} })
  const schema = await describeSchema(sql).finally(() => sql.end())
  await drop()
  const path = `${root}docs/schema.sql`
  if (process.env.UPDATE_SCHEMA) await writeFile(path, schema)
  assert.equal((await readFile(path, 'utf8')).split('\n'), schema.split('\n'))
})

test.run()
