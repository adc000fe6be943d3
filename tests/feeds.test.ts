import * as assert from 'uvu/assert'
import type { Status, Term } from '../lib/schemas/term.ts'
import { apiToken, bearer, cookie } from './support/credentials.ts'
import { formatNames } from './support/export-formats.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('feeds')

const insertTerms = ({ sql }: TestService, status: Status, count = 1) => sql`
  insert into terms (name, definition, status, source)
  select ${status} || ' ' || to_char(n, 'FM000'), 'What it means.', ${status}, 'import'
  from generate_series(1, ${count}::integer) n`

async function openFeed(service: TestService) {
  const user = await service.person()
  const { id, token } = await apiToken(service, user, ['feed'])
  const read = (rest: string, headers = {}) => service.request('GET', `/feeds/${token}/${rest}`, { headers })
  return { id, token, user, read }
}

test('a feed is the whole export in its format, without suggested terms', async (service) => {
  const { read } = await openFeed(service)
  const statuses = ['suggested', 'pending', 'community'] as const
  for (const status of statuses) await insertTerms(service, status)
  await insertTerms(service, 'official', 501)
  const names = async (query: string) =>
    new Set((await read(`json${query}`)).body.map(({ name }: Term) => name.split(' ')[0]))
  assert.equal(await names(''), new Set(['official']))
  assert.equal(await names('?status=pending'), new Set(['pending']))
  assert.equal(await names('?status=all'), new Set(['pending', 'community', 'official']))
  for (const format of formatNames) {
    const { status, headers } = await read(format)
    assert.is(status, 200)
    assert.is(headers.get('x-total-count'), format === 'phrases' ? '502' : '501')
    assert.is(headers.get('x-truncated'), null)
    assert.is(headers.get('referrer-policy'), 'no-referrer')
  }
  assert.is((await read('markdown')).text.match(/^## /gm)?.length, 501)
  const { headers } = await read('json')
  assert.is((await read('json', { 'if-none-match': headers.get('etag') })).status, 304)
})

test('what a feed refuses, it refuses without a referrer and as a problem document', async (service) => {
  const { token, user, id, read } = await openFeed(service)
  const other = await apiToken(service, user, ['read', 'write'])
  const answers = [
    [422, await read('json?status=suggested')],
    [422, await read('json?status=bogus')],
    [404, await read('pdf')],
    [404, await read('json/more')],
    [405, await service.request('POST', `/feeds/${token}/json`, { body: {} })],
    [401, await service.request('GET', `/feeds/${other.token}/json`)],
    [401, await service.request('GET', `/feeds/${user.session}/json`)],
    [401, await service.request('GET', '/feeds/glo_unknown/json', { as: user })],
  ] as const
  for (const [status, answer] of answers) {
    assert.is(answer.status, status)
    assert.is(answer.headers.get('referrer-policy'), 'no-referrer')
  }
  const page = await read('pdf', { accept: 'text/html' })
  assert.match(page.headers.get('content-type') ?? '', /problem\+json/)
  await service.request('DELETE', `/api/v1/tokens/${id}`, { as: user })
  assert.is((await read('json')).status, 401)
})

test('a feed ends with its user', async (service) => {
  const { user, read } = await openFeed(service)
  await service.sql`update users set is_active = false where id = ${user.id}`
  assert.is((await read('json')).status, 401)
})

test('a token for feeds opens nothing else', async (service) => {
  const { token } = await openFeed(service)
  const requests = [
    ['GET', '/api/v1/terms'],
    ['GET', '/api/v1/export'],
    ['GET', '/api/v1/me'],
    ['GET', '/'],
    ['POST', '/api/v1/terms'],
    ['POST', '/mcp'],
  ] as const
  for (const [method, path] of requests) {
    const body = method === 'POST' ? {} : undefined
    const answer = await service.request(method, path, { headers: bearer(token), body })
    assert.equal([answer.status, answer.body?.code], [403, 'insufficient_scope'], path)
  }
  const { sql } = service
  const both = sql`update api_tokens set scopes = array['feed', 'read']`
  assert.is(await both.catch((error) => error.constraint_name), 'api_tokens_scopes_check')
})

test('no log line and no stored row contains the token of a feed', async (service) => {
  const { token, read } = await openFeed(service)
  const secret = token.slice('glo_'.length)
  await read('json')
  await read('pdf')
  await service.request('GET', `/feeds/%67lo_${secret}/json`)
  await service.request('GET', `//feeds/${token}/json`)
  await service.request('GET', `/elsewhere/${token}`)
  for (const path of [
    ...[`/./feeds/glo%5F${secret}/json`, `/x/../feeds/glo%255F${secret}/json`],
    ...[`/feeds/./${token}/json`, `/feeds//${token}/json`, `/%66eeds/g%6co%5f${secret}/json`],
    ...[`/feeds%2F${token}`, `/feeds%2f%2e%2f${secret}`, `/FEEDS/${secret}/json`, `/a/GLO_${secret}`],
    ...[`/feeds/%e4glo_${secret}/json`, `/feeds\\${secret}`, `/x/%2e%2e/feeds/${secret}`],
  ]) {
    await service.request('GET', path)
  }
  const { headers } = await service.request('GET', `/./feeds/glo%5F${secret}/json`)
  assert.is(headers.get('referrer-policy'), 'no-referrer')
  await service.sql`alter table glossary_changes rename to lost_changes`
  assert.is((await read('json')).status, 500)
  assert.ok(service.logs.some((line) => line.includes('"path":"/feeds/…/json"')))
  assert.equal(
    service.logs.filter((line) => line.includes(secret)),
    [],
  )
  const stored = await service.sql`select payload::text from audit_events`
  assert.not.match(JSON.stringify(stored), new RegExp(secret))
})

test('the page of tokens creates a feed and shows its URL', async (service) => {
  const user = await service.person()
  const { status, text } = await service.request('POST', '/tokens', {
    headers: { ...cookie(user), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'name=spreadsheet&scopes=feed',
  })
  assert.is(status, 200)
  const url = /value="http[^"]*(\/feeds\/glo_[\w-]{43}\/json)"/.exec(text)?.[1] ?? ''
  assert.is((await service.request('GET', url)).status, 200)
  assert.match(text, /markdown, csv, xlsx, skos, tbx, contextive, context, words, phrases, or vale/)
})

test.run()
