import * as assert from 'uvu/assert'
import { glossary } from './support/test-service.ts'

const test = glossary('reading terms')

const path = '/api/v1/terms'

test('the ETag of a term is its version', async ({ person, request, term }) => {
  const created = await term(await person(), { name: 'SLA', full_name: 'Service Level Agreement' })
  const { status, headers, body } = await request('GET', `${path}/${created.id}`, { as: await person() })
  assert.is(status, 200)
  assert.equal(body, { ...created, relations: [] })
  assert.is(headers.get('etag'), '"1"')
  assert.is(headers.get('content-type'), 'application/json; charset=utf-8')
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
    for (const method of ['GET', 'HEAD']) {
      const answer = await request(method, `${path}/${id}`, { as, headers })
      assert.equal([answer.status, answer.text], [304, ''], tags)
      assert.is(answer.headers.get('etag'), '"2"', tags)
      assert.is(answer.headers.get('content-type'), null, tags)
    }
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
