import * as assert from 'uvu/assert'
import type { App } from '../lib/http/app.ts'
import { apiToken } from './support/credentials.ts'
import { statementsOf } from './support/statements.ts'
import { glossary, send, type TestService } from './support/test-service.ts'

const test = glossary('the ETag of exports')

async function tagOf(service: TestService, query = 'status=all') {
  const as = await service.person()
  const { status, headers } = await service.request('GET', `/api/v1/export?${query}`, { as })
  assert.is(status, 200)
  return headers.get('etag') ?? ''
}

test('the tag changes with everything that an export shows, and with nothing else', async (service) => {
  const { request, sql } = service
  const editor = await service.person('editor')
  const changes: [string, () => Promise<unknown>][] = []
  const term = await service.term(editor)
  const path = `/api/v1/terms/${term.id}`
  const post = (action: string) => request('POST', `${path}/${action}`, { as: editor, body: {} })
  const edit = { version: 1, definition: 'New.' }
  changes.push(
    ['a new term', () => service.term(editor)],
    ['an edit', () => request('PUT', path, { as: editor, body: edit })],
    ['a vote', () => post('vote')],
    ['a confirmation', () => post('confirm')],
    ['a dispute', () => post('dispute')],
    ['the name of an owner', () => sql`update users set display_name = 'X' where id = ${editor.id}`],
    ['a deletion', () => request('DELETE', path, { as: editor })],
  )
  let tag = await tagOf(service)
  assert.match(tag, /^W\/"[\w-]{22}"$/)
  for (const [what, change] of changes) {
    await change()
    const next = await tagOf(service)
    assert.is.not(next, tag, what)
    tag = next
  }
  await apiToken(service, editor)
  await sql`update users set last_login_at = now()`
  await service.ctx.db.run('jobs/fold-glossary-changes', { most: 100 })
  assert.is(await tagOf(service), tag)
  const [rows] = await sql`select count(*)::integer as count from glossary_changes`
  assert.is(rows?.count, 1)
})

test('each status, format and range has its own tag', async (service) => {
  const queries = ['', 'status=all', 'format=json', 'format=csv', 'limit=2', 'limit=2&offset=1']
  const tags = new Set(await Promise.all(queries.map((query) => tagOf(service, query))))
  assert.is(tags.size, queries.length)
})

test('a change that began before another one and was committed after it changes the tag', async (service) => {
  const { sql } = service
  const as = await service.person()
  const [one, other] = [await service.term(as), await service.term(as)]
  const before = await tagOf(service)
  let between = ''
  await sql.begin(async (tx) => {
    await tx`update terms set definition = 'slow' where id = ${one.id}`
    const body = { version: 1, definition: 'quick' }
    await service.request('PUT', `/api/v1/terms/${other.id}`, { as, body })
    between = await tagOf({ ...service, person: async () => as })
  })
  assert.is(new Set([before, between, await tagOf(service)]).size, 3)
})

test('If-None-Match with the current tag gets 304 without a body', async (service) => {
  const as = await service.person()
  await service.term(as)
  const path = '/api/v1/export?status=all&format=json'
  const etag = (await service.request('GET', path, { as })).headers.get('etag') ?? ''
  const headers = { 'if-none-match': etag }
  const same = await service.request('GET', path, { as, headers })
  assert.equal([same.status, same.text, same.headers.get('etag')], [304, '', etag])
  await service.term(as)
  const changed = await service.request('GET', path, { as, headers })
  assert.equal([changed.status, changed.body.length], [200, 2])
})

test('a document is written again only after a change', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'SLA' })
  const read = 'export/contents-by-name'
  const texts: string[] = []
  const fetchIn = async (app: App) => {
    texts.push((await send(app, 'GET', '/api/v1/export?status=all', { as })).text)
  }
  assert.ok((await statementsOf(service, fetchIn)).includes(read))
  assert.not.ok((await statementsOf(service, fetchIn)).includes(read))
  await service.term(as, { name: 'SLO' })
  assert.ok((await statementsOf(service, fetchIn)).includes(read))
  const [first = '', second, third = ''] = texts
  assert.is(second, first)
  assert.match(first, 'SLA')
  assert.match(third, 'SLO')
})

test.run()
