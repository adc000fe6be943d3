import * as assert from 'uvu/assert'
import { describeDatabase } from '../lib/db/connection.ts'
import { splitHosts } from '../lib/db/hosts.ts'
import { suite } from './support/suite.ts'

const test = suite('hosts of a database')

test('several hosts are tried in turn, and all connections know which one is next', () => {
  const url = 'postgresql://u:p%2C@one:5433,two,[::1]:5434/name?sslmode=require'
  const { url: single, hosts } = splitHosts(url)
  assert.is(single, 'postgresql://u:p%2C@one:5433/name?sslmode=require')
  const first = hosts?.current()
  assert.equal(first, { host: 'one', port: 5433 })
  if (first) hosts?.leave(first)
  if (first) hosts?.leave(first) // as the second connection to it does
  assert.equal(splitHosts(url).hosts?.current(), { host: 'two', port: 5432 })
  hosts?.leave({ host: 'two', port: 5432 })
  assert.equal(hosts?.current(), { host: 'two', port: 5432 }, 'not the same object')
  for (const expected of [{ host: '::1', port: 5434 }, first]) {
    const current = hosts?.current()
    if (current) hosts?.leave(current)
    assert.equal(hosts?.current(), expected)
  }
  assert.equal(describeDatabase(url), { host: 'one:5433,two,[::1]:5434', name: 'name' })
})

test('a single host is left as it is', () => {
  for (const url of ['postgresql://u:p@one:5433/name', 'postgresql://u@localhost/name?host=%2Frun%2Fpostgresql']) {
    assert.equal(splitHosts(url), { url, hosts: null })
  }
})

test('the driver does not see target_session_attrs', () => {
  const base = 'postgresql://u@one/name'
  for (const [query, rest] of [
    ['?target_session_attrs=primary', ''],
    ['?target_session_attrs=primary&sslmode=require', '?sslmode=require'],
    ['?sslmode=require&target_session_attrs=primary', '?sslmode=require'],
  ]) {
    assert.is(splitHosts(base + query).url, base + rest)
  }
})

test.run()
