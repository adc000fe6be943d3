// A client that openapi-typescript has typed: tests/generated-clients.test.ts checks it and runs it with BASE TOKEN.
import { strict as assert } from 'node:assert'
import createClient from 'openapi-fetch'
import type { paths } from './openapi.ts'

const [baseUrl, token] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })

const created = await client.POST('/api/v1/terms', {
  body: { name: 'SLO', definition: 'A goal.', aliases: ['goal', { name: 'aim', kind: 'alias' }] },
})
assert.equal(created.response.status, 201)
assert.ok(created.data)
const { id, status } = created.data
assert.equal(status, 'pending')

const voted = await client.POST('/api/v1/terms/{id}/vote', { params: { path: { id } } })
assert.equal(voted.data?.vote_count, 1)

const rows = [
  { name: 'SLI', definition: 'A measure.' },
  { name: 'SLO', definition: 'A goal.' },
]
const fromJson = await client.POST('/api/v1/import', { body: rows })
assert.equal(fromJson.data?.totals.created, 1)

const fromCsv = await client.POST('/api/v1/import', {
  params: { query: { on_error: 'skip' } },
  headers: { 'content-type': 'text/csv' },
  body: 'name,definition\r\nMTTR,The mean time to repair.\r\n',
  bodySerializer: (body) => body,
})
assert.equal(fromCsv.data?.totals.created, 1)
assert.equal(fromCsv.data?.rows[0]?.outcome, 'created')

const explained = await client.POST('/api/v1/explain', { body: { text: 'Our SLO and MTTR' } })
assert.deepEqual(
  explained.data?.matches.map(({ text }) => text),
  ['SLO', 'MTTR'],
)
assert.equal(explained.data?.terms[0]?.id, id)

const query = { format: 'json', status: 'all' } as const
const exported = await client.GET('/api/v1/export', { params: { query } })
assert.ok(Array.isArray(exported.data))
assert.deepEqual(
  exported.data.map(({ name }) => name),
  ['MTTR', 'SLI', 'SLO'],
)

const refused = await client.POST('/api/v1/terms', { body: { name: 'SLO', definition: 'Again.' } })
assert.equal(refused.error?.code, 'duplicate')
assert.equal(refused.error?.existing_id, id)
