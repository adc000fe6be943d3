import * as assert from 'uvu/assert'
import { readSettings, SettingsError } from '../lib/app/settings.ts'
import { suite } from './support/suite.ts'

const test = suite('settings of the database')

const read = (name: string, text: string) =>
  readSettings({ SERVICE_SECRET_KEY: 'a secret of at least 32 characters', [name]: text })

function fault(name: string, text: string): string {
  try {
    read(name, text)
    return ''
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}

test('a URL can have several hosts', () => {
  for (const url of [
    'postgresql://u:p@one,two/d',
    'postgresql://u:p@one:5432,[::1]:5433/d?sslmode=require',
    'postgresql://u:p@one,two/d?target_session_attrs=primary',
  ]) {
    assert.is(read('SERVICE_DATABASE_URL', url).databaseUrl, url)
  }
  for (const url of ['postgresql://a,b:99999/d', 'postgresql://a,,b/d', 'postgresql://a,/d']) {
    assert.match(fault('SERVICE_DATABASE_URL', url), /^SERVICE_DATABASE_URL must be postgresql:/)
  }
})

test('a URL can name a Unix socket as libpq and SQLAlchemy do', () => {
  for (const [url, expected] of [
    ['postgresql+asyncpg://u:p@/d?host=/run/pg', 'postgresql://u:p@localhost/d?host=/run/pg'],
    ['postgresql:///d?x=1&host=%2Frun%2Fpg', 'postgresql://localhost/d?x=1&host=%2Frun%2Fpg'],
    ['postgresql://u:p@:5433/d?host=/run/pg', 'postgresql://u:p@localhost:5433/d?host=/run/pg'],
    ['postgresql://u@%2Frun%2Fpg/d', 'postgresql://u@localhost/d?host=%2Frun%2Fpg&'],
    ['postgres://%2frun:5433/d?x=1', 'postgresql://localhost:5433/d?host=%2frun&x=1'],
    ['postgresql://u@db/d?host=/run/pg', 'postgresql://u@db/d?host=/run/pg'],
  ] as const) {
    assert.is(read('SERVICE_DATABASE_URL', url).databaseUrl, expected)
  }
})

test('no other server than the primary can be asked for', () => {
  for (const attributes of ['any', 'read-write', 'prefer-standby', '']) {
    const url = `postgresql://hunter2@a,b/d?x=1&target_session_attrs=${attributes}`
    const message = fault('SERVICE_DATABASE_URL', url)
    assert.match(message, /^SERVICE_DATABASE_URL must have no other target_session_attrs/)
    assert.not.match(message, 'hunter2')
  }
})

test('the direct URL alone stops startup, so that no other database is used', () => {
  const message = fault('SERVICE_DATABASE_DIRECT_URL', 'postgresql://u:hunter2@db/glossary')
  assert.match(message, /^SERVICE_DATABASE_DIRECT_URL must not be set without SERVICE_DATABASE_URL, [^\n]+$/)
  assert.not.match(message, 'hunter2')
})

test('a process needs ten connections', () => {
  assert.is(read('SERVICE_DATABASE_CONNECTIONS', '10').databaseConnections, 10)
  for (const text of ['9', '0', 'many', '1001']) {
    assert.is(
      fault('SERVICE_DATABASE_CONNECTIONS', text),
      'SERVICE_DATABASE_CONNECTIONS must be a whole number from 10 to 1000',
    )
  }
})

test.run()
