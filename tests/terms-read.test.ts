import * as assert from 'uvu/assert'
import { glossary } from './support/test-service.ts'

const test = glossary('reading terms')

const path = '/api/v1/terms'

test('the ETag of a term is its version', async ({ person, request, term }) => {
  const created = await term(await person(), { name: 'SLA', full_name: 'Service Level Agreement' })
  const { status, headers, body } = await request('GET', `${path}/${created.id}`, {
    as: await person(),
  })
  assert.is(status, 200)
  assert.equal(body, { ...created, relations: [] })
  assert.is(headers.get('etag'), '"1"')
  assert.is(headers.get('content-type'), 'application/json; charset=utf-8')
})

test('the owner of a term without an owner is null', async ({ person, request, sql, term }) => {
  const as = await person()
  const { id } = await term(as)
  await sql`update terms set owner_id = null where id = ${id}`
  const { body } = await request('GET', `${path}/${id}`, { as })
  assert.is(body.owner, null)
})

test('timestamps are UTC, even if they were stored with another time zone', async (service) => {
  const { person, request, sql, term } = service
  const as = await person()
  const { id } = await term(as)
  await sql`update terms set last_confirmed_at = '2024-02-29T23:30:00.25-05:00' where id = ${id}`
  const { body } = await request('GET', `${path}/${id}`, { as })
  assert.is(body.last_confirmed_at, '2024-03-01T04:30:00.25Z')
})

test('a matching If-None-Match gets 304: strong, weak, in a list or *', async (service) => {
  const { person, request, term } = service
  const as = await person()
  const { id } = await term(as)
  await request('PUT', `${path}/${id}`, { as, body: { version: 1, definition: 'Better.' } })
  for (const tags of ['"2"', 'W/"2"', '"1", "2"', '"1",W/"2"', '"2" , "9"', '*', ' * ']) {
    const headers = { 'if-none-match': tags }
    const answer = await request('GET', `${path}/${id}`, { as, headers })
    assert.is(answer.status, 304, tags)
    assert.is(answer.text, '', tags)
    assert.is(answer.headers.get('etag'), '"2"', tags)
    assert.is(answer.headers.get('content-type'), null, tags)
  }
})

test('any other If-None-Match gets 200 and the term', async ({ person, request, term }) => {
  const as = await person()
  const { id } = await term(as)
  for (const tags of ['"2"', 'W/"2"', '1', '"11"', '"01"', '""', 'nonsense', '"3", "2"']) {
    const headers = { 'if-none-match': tags }
    const { status, body } = await request('GET', `${path}/${id}`, { as, headers })
    assert.is(status, 200, tags)
    assert.is(body.id, id, tags)
  }
})

test('after an edit the old ETag gets 200 and the new one 304', async ({
  person,
  request,
  term,
}) => {
  const as = await person()
  const { id } = await term(as)
  const edit = await request('PUT', `${path}/${id}`, { as, body: { version: 1, name: 'New' } })
  const readIfChanged = (tag: string) =>
    request('GET', `${path}/${id}`, { as, headers: { 'if-none-match': tag } })
  const old = await readIfChanged('"1"')
  assert.is(old.status, 200)
  assert.is(old.body.name, 'New')
  assert.is((await readIfChanged(edit.headers.get('etag') ?? '')).status, 304)
})

test('HEAD returns the headers of GET and no body', async ({ person, request, term }) => {
  const as = await person()
  const { id } = await term(as)
  for (const url of [`${path}/${id}`, path, `${path}/${id}/history`]) {
    const get = await request('GET', url, { as })
    const head = await request('HEAD', url, { as })
    assert.is(head.status, 200, url)
    assert.is(head.text, '', url)
    for (const name of ['content-type', 'content-length', 'etag', 'x-total-count']) {
      assert.is(head.headers.get(name), get.headers.get(name), `${url} ${name}`)
    }
  }
  const headers = { 'if-none-match': '"1"' }
  assert.is((await request('HEAD', `${path}/${id}`, { as, headers })).status, 304)
})

test('a deleted term gets 404, even with If-None-Match', async ({ person, request, term }) => {
  const as = await person('editor')
  const { id } = await term(as)
  await request('DELETE', `${path}/${id}`, { as })
  const headers = { 'if-none-match': '*' }
  const { status, body } = await request('GET', `${path}/${id}`, { as, headers })
  assert.is(status, 404)
  assert.is(body.code, 'not_found')
})

test.run()
