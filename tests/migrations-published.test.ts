import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { readFunctions } from '../lib/db/functions.ts'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './support/sources.ts'
import { suite } from './support/suite.ts'

const test = suite('published migrations')

/**
 * The SHA-256 of each migration that a version has been published with. Databases have run them, so they are never
 * edited.
 */
const published: Record<string, string> = {
  '0001-people.sql': '12a65ce043b72296c6d09d19581f0668b28bdc6dcf3227e080308121ba75eba4',
  '0002-terms.sql': '33e2b6100dfd6c88bcd9c4a49c6e30c5c9adfa6b6e28cdab68d775a6a0017ab8',
  '0003-review.sql': 'edcf080f53068ce5b49ce69e4783c2b1f0d21fd0f1747647a3c2915eccd135f0',
  '0004-notices.sql': '8c1124e11b3bf87ed518bf34a0d2f406ffd679d6881a46959fced8667adc422b',
  '0005-background.sql': '2ee055797495f89065ba976e0a557fd88ab8597bdc7406f27534bd4acb80932e',
}

/** The SHA-256 of the functions of the last version that has been published. */
const publishedFunctions = '838bed688976e0bd8c272170952a45ee62e02545a5a79a8d7bf56320c5b46838'

const added = readdirSync(`${root}migrations`).filter((name) => name.endsWith('.sql') && !(name in published))

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

for (const [name, hash] of Object.entries(published)) {
  test(`${name} is as it was published`, () => {
    assert.is(hashOf(readFileSync(`${root}migrations/${name}`)), hash)
  })
}

test('functions that have changed since come with a migration, or an earlier version puts its own back when it starts', () => {
  const functions = hashOf([...readFunctions()].flat().join('\0'))
  assert.ok(functions === publishedFunctions || added.length > 0, functions)
})

test('a version with migrations that are not published says so', () => {
  const isInDevelopment = packageJson.version.endsWith('-dev')
  assert.is(isInDevelopment, added.length > 0, `${packageJson.version} has ${added}`)
})

test.run()
