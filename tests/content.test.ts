import * as assert from 'uvu/assert'
import { type ContentField, contentFields } from '../lib/schemas/content.ts'
import { importFile } from './support/imports.ts'
import { setStatus } from './support/terms.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('the content of a term')

const alias = (name: string) => ({ name, kind: 'alias' })

/** Two values of each field. A new field gets its own here. */
const values: Record<ContentField, [unknown, unknown]> = {
  name: ['SLA', 'SLO'],
  full_name: ['Service Level Agreement', 'Service Level Objective'],
  definition: ['A promise.', 'A goal.'],
  category: ['Sales', 'Operations'],
  in_texts: ['exact', 'never'],
  aliases: [[alias('pact')], [alias('aim')]],
  links: [
    [
      { url: 'https://wiki.example.com/a;b?x=1,2#c', label: 'Wiki; pages <new>' },
      { url: 'https://example.slack.com/archives/C1/p1', label: null },
    ],
    [{ url: 'http://intranet/cafe\u0301', label: '=1+1' }],
  ],
}
const side = (which: 0 | 1) => Object.fromEntries(contentFields.map((field) => [field, values[field][which]]))
const [first, second] = [side(0), side(1)]
const changes = (from: typeof first | null, to: typeof first) =>
  Object.fromEntries(contentFields.map((f) => [f, { from: from?.[f] ?? null, to: to[f] }]))
const contentOf = (term: Record<string, unknown>) =>
  Object.fromEntries(contentFields.map((field) => [field, term[field]]))

test('each field is kept by a new term, an edit, a revert, a proposal and their history', async (service) => {
  const { request } = service
  const as = await service.person()
  const { body: term } = await request('POST', '/api/v1/terms', { as, body: first })
  assert.equal(contentOf(term), first)
  const path = `/api/v1/terms/${term.id}`
  const edited = await request('PUT', path, { as, body: { ...second, version: 1 } })
  assert.equal(contentOf(edited.body), second)
  assert.equal(contentOf((await request('GET', `${path}?version=1`, { as })).body), first)
  const revert = { version: 2, to_version: 1 }
  const reverted = await request('POST', `${path}/revert`, { as, body: revert })
  assert.equal(contentOf(reverted.body), first)
  const body = { ...second, version: 3 }
  const proposal = await request('POST', `${path}/proposals`, { as, body })
  assert.equal(proposal.body.changes, changes(first, second))
  const accept = `/api/v1/proposals/${proposal.body.id}/accept`
  assert.equal(contentOf((await request('POST', accept, { as, body: {} })).body), second)
  const history = await request('GET', `${path}/history`, { as })
  assert.equal(
    history.body.map((entry: { changes: unknown }) => entry.changes),
    [
      changes(first, second),
      changes(second, first),
      changes(first, second),
      { ...changes(null, first), status: { from: null, to: 'pending' } },
    ],
  )
})

for (const format of ['json', 'csv'] as const) {
  test(`each field is kept by an export to ${format}, its import and the undo of it`, async (service) => {
    const { request } = service
    const as = await service.person('editor')
    const { body: term } = await request('POST', '/api/v1/terms', { as, body: second })
    const path = `/api/v1/terms/${term.id}`
    const { text } = await request('GET', `/api/v1/export?format=${format}&status=all`, { as })
    await request('PUT', path, { as, body: { ...first, version: 1 } })
    const type = format === 'json' ? 'application/json' : 'text/csv'
    const options = { match: 'id', type }
    const { body: changed } = await importFile(service, as, text, options)
    assert.equal(changed.rows[0].changes, changes(first, second))
    assert.equal(contentOf((await request('GET', path, { as })).body), second)
    await request('DELETE', `/api/v1/imports/${changed.import_id}`, { as })
    assert.equal(contentOf((await request('GET', path, { as })).body), first)
    await request('DELETE', path, { as })
    const [deleted] = await service.sql`
      select payload from audit_events where action = 'term.deleted'`
    assert.equal(contentOf(deleted?.payload), first)
    await importFile(service, as, text, options)
    assert.equal(contentOf((await request('GET', path, { as })).body), second)
  })
}

test('each field is kept by a suggestion that is dismissed and restored', async (service) => {
  const { request } = service
  const as = await service.person('editor')
  const { body: term } = await request('POST', '/api/v1/terms', { as, body: first })
  await setStatus(service, term.id, 'suggested')
  await request('POST', `/api/v1/terms/${term.id}/dismiss`, { as })
  const restored = await request('POST', `/api/v1/dismissed/${term.id}/restore`, { as })
  assert.equal(contentOf(restored.body), first)
})

test.run()
