import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { list } from '../lib/schemas/list.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('lists')

test('a list that is too long is refused before its entries are read', () => {
  let read = 0
  const entry = v.pipe(
    v.unknown(),
    v.check(() => ++read > 0),
  )
  const { issues } = v.safeParse(list(entry, { max: 3 }), Array(4).fill({}))
  assert.equal([read, issues?.map(({ message }) => message)], [0, ['must have at most 3 entries']])
  assert.ok(v.is(list(entry, { max: 3 }), Array(3).fill({})))
  assert.is(read, 3)
})

const wrong = Array(21_000).fill({})

test('a list of 21,000 wrong entries gets one error', async ({ request, person }) => {
  const admin = await person('admin')
  const term = { name: 'a', definition: 'b' }
  const bodies: [path: string, body: object, field: string][] = [
    ['/api/v1/terms', { ...term, aliases: wrong }, 'aliases'],
    ['/api/v1/review/bulk', { action: 'claim', items: wrong }, 'items'],
    ['/api/v1/tokens', { name: 'a', scopes: wrong }, 'scopes'],
    ['/api/v1/admin/embed-keys', { name: 'a', origins: wrong }, 'origins'],
    ['/api/v1/admin/webhooks', { url: 'https://example.com', events: wrong }, 'events'],
    ['/api/v1/inbox/read', { ids: wrong }, 'ids'],
  ]
  for (const [path, body, field] of bodies) {
    const answer = await request('POST', path, { as: admin, body })
    const { errors, errors_total } = answer.body
    assert.equal([answer.status, errors_total, errors.length], [422, 1, 1], path)
    assert.is(errors[0].path, field)
    assert.match(errors[0].message, /^must have at most \d+ entries$/)
  }
})

test('a response has the first 20 errors and the number of all', async ({ request, person }) => {
  const as = await person()
  const body = { action: 'claim', items: Array(200).fill({}) }
  const answer = await request('POST', '/api/v1/review/bulk', { as, body })
  assert.is(answer.status, 422)
  assert.is(answer.body.errors.length, 20)
  assert.is(answer.body.errors_total, 200)
})

test('the fields of a form that are lists of names are refused by their length', async ({ request, person }) => {
  const as = await person()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const aliases of ['\\'.repeat(60_000), 'a;'.repeat(30_000), 'a;'.repeat(4000)]) {
    const body = `name=a&definition=b&aliases=${aliases}`
    const answer = await request('POST', '/terms', { as, body, headers })
    assert.is(answer.status, 422)
    assert.ok(answer.text.length < 256 * 1024)
  }
})

test.run()
