import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import * as assert from 'uvu/assert'
import { readSettings } from '../lib/app/settings.ts'
import { readSource, root } from './support/sources.ts'
import { suite } from './support/suite.ts'

const test = suite('env example')
const text = readFileSync(`${root}.env.example`, 'utf8')
const example = parseEnv(text)
const lines = text.split('\n')
const secret = { SERVICE_SECRET_KEY: 'a secret of at least 32 characters' }

test('it lists every setting once, and nothing else', () => {
  const read = readSource('lib/app/settings.ts').strings.filter((name) => /^SERVICE_\w+$/.test(name))
  const written = lines.flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
  assert.equal(written.sort(), [...new Set(read)].sort())
  assert.ok(written.length > 20)
})

test('every value is the default', () => {
  const plain = (env: typeof example) => ({ ...readSettings({ ...env, ...secret }), trustedProxies: null })
  assert.equal(plain(example), plain({}))
})

test('settings without a default are empty, secrets included', () => {
  for (const [variable, value] of Object.entries(example)) {
    if (/SECRET|_TOKEN$|DATABASE_URL/.test(variable)) assert.is(value, '', variable)
  }
})

test('each variable has a comment', () => {
  for (const [i, line] of lines.entries()) {
    if (line.includes('=') && !line.startsWith('#')) assert.match(lines[i - 1] ?? '', /^# \S/, line)
  }
})

test.run()
