import * as assert from 'uvu/assert'
import type { ReviewItem, ReviewResult } from '../lib/schemas/review.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('review queue')

const post = (service: TestService, as: Person, path: string, body: object = {}) =>
  service.request('POST', `/api/v1${path}`, { as, body })

async function queue(service: TestService, as: Person, query = ''): Promise<ReviewItem[]> {
  const { status, body, headers } = await service.request('GET', `/api/v1/review${query}`, { as })
  assert.is(status, 200)
  if (query === '') assert.is(headers.get('x-total-count'), String(body.length))
  return body
}

async function bulk(service: TestService, as: Person, action: string, items: object[]) {
  const { status, body } = await post(service, as, '/review/bulk', { action, items })
  assert.is(status, 200)
  return body.results as ReviewResult[]
}

const outcomesOf = (results: ReviewResult[]) => results.map(({ outcome }) => outcome)

const named = (items: ReviewItem[]) =>
  items.map(({ kind, term, other }) => [kind, term.name, ...(other ? [other.name] : [])].join(' '))

const disown = (service: TestService, id: string) => service.sql`update terms set owner_id = null where id = ${id}`

const read = async (service: TestService, as: Person, id: string) =>
  (await service.request('GET', `/api/v1/terms/${id}`, { as })).body

const firstDispute = async (service: TestService, as: Person, id: string) =>
  (await service.request('GET', `/api/v1/terms/${id}/disputes`, { as })).body[0]

/** A queue with one item of each kind, the oldest first, on terms of `owner`. */
async function oneOfEach(service: TestService) {
  const [owner, ada] = [await service.person(), await service.person()]
  const add = (name: string, fields = {}) => service.term(owner, { name, ...fields })
  const suggested = await add('S1', { category: 'Legal' })
  await setStatus(service, suggested.id, 'suggested')
  await disown(service, suggested.id)
  const disputed = await add('D1', { category: 'Legal' })
  await post(service, ada, `/terms/${disputed.id}/dispute`, { reason: 'Wrong.' })
  await post(service, ada, `/terms/${disputed.id}/dispute`, { reason: 'Really.' })
  const proposed = await add('P1')
  const proposal = await post(service, ada, `/terms/${proposed.id}/proposals`, {
    version: 1,
    definition: 'Better.',
    note: 'Clearer.',
  })
  const stale = await add('T1')
  await markStale(service, stale.id)
  const ownerless = await add('O1')
  await setStatus(service, ownerless.id, 'official', 12)
  await service.sql`update terms set owner_id = null, updated_at = now() where id = ${ownerless.id}`
  const [one, two] = [await add('X1'), await add('x1', { category: 'Sales' })]
  const dispute = await firstDispute(service, ada, disputed.id)
  const ids = { suggested, disputed, proposed, stale, ownerless, one, two }
  return { owner, ada, dispute, proposal: proposal.body, ...ids }
}

test('the queue has six kinds of items, each with what a decision needs', async (service) => {
  const { dispute, proposal, ...terms } = await oneOfEach(service)
  const editor = await service.person('editor')
  await service.sql`update terms set stale_since = now() - interval '28 days' where is_stale`
  const items = await queue(service, editor)
  assert.equal(
    named(items).map((each) => each.toLowerCase()),
    [...['disputed d1', 'proposed p1', 'duplicate x1 x1', 'stale t1', 'ownerless o1'], ...['suggested s1']],
  )
  const [disputed, proposed, duplicate, , , suggested] = items
  const { relations, ...term } = await read(service, editor, terms.suggested.id)
  assert.equal([suggested?.term, relations], [term, []])
  assert.equal([suggested?.since, suggested?.evidence], [terms.suggested.created_at, null])
  assert.equal(disputed?.disputes?.[0]?.opened_by, dispute.opened_by)
  assert.equal(
    disputed?.disputes?.map(({ id, reasons }) => [id, reasons.map(({ text }) => text)]),
    [[dispute.id, ['Wrong.', 'Really.']]],
  )
  assert.is(disputed?.since, dispute.opened_at)
  assert.equal(proposed?.proposal, proposal)
  const pair = [duplicate?.term.id, duplicate?.other?.id].sort()
  assert.equal(pair, [terms.one.id, terms.two.id].sort())
})

test('the queue can be limited to a kind and a category', async (service) => {
  await oneOfEach(service)
  const editor = await service.person('editor')
  assert.equal(named(await queue(service, editor, '?category=legal')), ['disputed D1', 'suggested S1'])
  assert.equal(named(await queue(service, editor, '?kind=disputed')), ['disputed D1'])
  assert.is((await queue(service, editor, '?kind=duplicate&category=sales')).length, 1)
  const page = await service.request('GET', '/api/v1/review?limit=1&offset=1', { as: editor })
  assert.equal(named(page.body), ['proposed P1'])
  assert.is(page.headers.get('x-total-count'), '5')
  const beyond = await service.request('GET', '/api/v1/review?offset=50', { as: editor })
  assert.equal([beyond.body, beyond.headers.get('x-total-count')], [[], '5'])
})

test('owners see what concerns their own terms; editors see stale terms that nobody takes care of', async (service) => {
  const { owner, ada, stale } = await oneOfEach(service)
  const editor = await service.person('editor')
  const kinds = async (as: Person) => (await queue(service, as)).map(({ kind }) => kind)
  assert.equal(await kinds(owner), ['disputed', 'proposed', 'duplicate', 'stale'])
  assert.equal(await kinds(ada), [])
  const staleOf = async () => named(await queue(service, editor, '?kind=stale'))
  assert.equal(await staleOf(), [])
  await service.sql`update terms set stale_since = now() - interval '28 days' where is_stale`
  assert.equal(await staleOf(), ['stale T1'])
  await service.sql`update terms set stale_since = now() where is_stale`
  await disown(service, stale.id)
  assert.equal(await staleOf(), ['stale T1'])
})

test('two terms that have two meanings do not come back', async (service) => {
  const { one, two } = await oneOfEach(service)
  const editor = await service.person('editor')
  const pair = { term_id: two.id, other_id: one.id }
  assert.equal(await bulk(service, editor, 'dismiss', [pair]), [{ ...pair, outcome: 'done', detail: null }])
  assert.equal(await queue(service, editor, '?kind=duplicate'), [])
  const again = { term_id: one.id, other_id: two.id }
  assert.equal(outcomesOf(await bulk(service, editor, 'dismiss', [again])), ['gone'])
  const audit = await service.sql`select payload from audit_events where action = 'term.dismissed'`
  assert.equal(audit[0]?.payload, { name: two.name, two_meanings_with: one.id })
})

test('bulk decisions do what the single ones do, each with its own outcome', async (service) => {
  const queued = await oneOfEach(service)
  const { suggested, stale, ownerless, dispute, proposal, disputed, proposed } = queued
  const editor = await service.person('editor')
  const decide = (action: string, ...items: object[]) => bulk(service, editor, action, items)
  const unknown = { term_id: '00000000-0000-4000-8000-000000000000' }
  const accepted = await decide(
    'accept',
    ...[{ term_id: suggested.id }, { proposal_id: proposal.id }],
    ...[{ dispute_id: dispute.id }, unknown, { term_id: suggested.id }],
  )
  assert.equal(outcomesOf(accepted), ['done', 'done', 'refused', 'gone', 'gone'])
  assert.equal(accepted[2], { dispute_id: dispute.id, outcome: 'refused', detail: 'A dispute has no “accept”.' })
  assert.is(accepted[4]?.detail, 'The term must be suggested; it is pending.')
  assert.equal(outcomesOf(await decide('dismiss', { dispute_id: dispute.id })), ['done'])
  assert.equal(outcomesOf(await decide('confirm', { term_id: stale.id })), ['done'])
  assert.equal(outcomesOf(await decide('confirm', { term_id: stale.id })), ['gone'])
  assert.equal(outcomesOf(await decide('claim', { term_id: ownerless.id })), ['done'])
  const other = await service.person('editor')
  const claimed = await bulk(service, other, 'claim', [{ term_id: ownerless.id }])
  assert.equal(outcomesOf(claimed), ['gone'])
  assert.equal(named(await queue(service, editor)).length, 1)

  const state = async ({ id }: { id: string }) => read(service, editor, id)
  assert.is((await state(suggested)).status, 'pending')
  assert.is((await state(proposed)).definition, 'Better.')
  assert.is((await state(disputed)).open_disputes, 0)
  assert.is((await state(stale)).is_stale, false)
  assert.is((await state(ownerless)).owner.id, editor.id)
})

test('whoever may not decide is refused, item by item', async (service) => {
  const queued = await oneOfEach(service)
  const { ada, owner, suggested, disputed, one, two, dispute, proposal, stale, ownerless } = queued
  const [term_id, proposal_id, dispute_id] = [suggested.id, proposal.id, dispute.id]
  const pair = { term_id: one.id, other_id: two.id }
  const attempts: [string, object[]][] = [
    ['accept', [{ term_id }, { proposal_id }]],
    ['dismiss', [{ term_id }, { dispute_id }, pair]],
    ['decline', [{ proposal_id }]],
    ['uphold', [{ dispute_id }]],
    ['confirm', [{ term_id: stale.id }]],
    ['claim', [{ term_id: ownerless.id }]],
  ]
  for (const [action, items] of attempts) {
    const results = await bulk(service, ada, action, items)
    assert.equal(
      outcomesOf(results),
      items.map(() => 'refused'),
      action,
    )
  }
  assert.is((await read(service, ada, disputed.id)).open_disputes, 1)
  assert.equal(outcomesOf(await bulk(service, owner, 'decline', [{ proposal_id }])), ['done'])
  assert.equal(outcomesOf(await bulk(service, owner, 'uphold', [{ dispute_id }])), ['done'])
})

test('the detail of an invalid item says what is wrong with it', async (service) => {
  const editor = await service.person('editor')
  const { id } = await service.term(editor)
  const pair = { term_id: id, other_id: id }
  const detail = 'other_id must be another term.'
  assert.equal(await bulk(service, editor, 'dismiss', [pair]), [{ ...pair, outcome: 'refused', detail }])
})

test('a suggestion that nobody has explained is not accepted', async (service) => {
  const editor = await service.person('editor')
  const [row] = await service.sql`
    insert into terms (name, definition, status, source) values ('QZW', '', 'suggested', 'discovery') returning id`
  const items = [{ term_id: row?.id }]
  const detail = 'Nobody has explained this term yet. Write its definition first.'
  assert.equal(await bulk(service, editor, 'accept', items), [{ ...items[0], outcome: 'refused', detail }])
  assert.is((await read(service, editor, row?.id)).status, 'suggested')
})

test('a proposal that conflicts with a newer version stays open', async (service) => {
  const { owner, proposed, proposal } = await oneOfEach(service)
  const body = { version: 1, definition: 'Mine.' }
  await service.request('PUT', `/api/v1/terms/${proposed.id}`, { as: owner, body })
  const items = [{ proposal_id: proposal.id }]
  assert.equal(outcomesOf(await bulk(service, owner, 'accept', items)), ['conflict'])
  assert.is((await read(service, owner, proposed.id)).definition, 'Mine.')
  assert.is((await queue(service, owner, '?kind=proposed')).length, 1)
})

test('of two editors who decide at once, one does and the other is told', async (service) => {
  const { suggested, stale, dispute, proposal, ownerless, one, two } = await oneOfEach(service)
  const editors = [await service.person('editor'), await service.person('editor')]
  const decisions: [object, string, string][] = [
    [{ term_id: suggested.id }, 'accept', 'dismiss'],
    [{ proposal_id: proposal.id }, 'accept', 'decline'],
    [{ dispute_id: dispute.id }, 'uphold', 'dismiss'],
    [{ term_id: stale.id }, 'confirm', 'confirm'],
    [{ term_id: ownerless.id }, 'claim', 'claim'],
    [{ term_id: one.id, other_id: two.id }, 'dismiss', 'dismiss'],
  ]
  for (const [item, ...actions] of decisions) {
    const results = await Promise.all(editors.map((editor, i) => bulk(service, editor, actions[i] ?? '', [item])))
    assert.equal(outcomesOf(results.flat()).sort(), ['done', 'gone'], actions.join(' and '))
  }
})

test('200 items are decided in one request, and 201 are refused', async (service) => {
  const editor = await service.person('editor')
  await service.sql`
    insert into terms (name, definition, status, source)
    select 'T' || n, 'Seen.', 'suggested', 'discovery' from generate_series(1, 200) as n`
  const { body } = await service.request('GET', '/api/v1/review?limit=500', { as: editor })
  const items = body.map(({ term }: ReviewItem) => ({ term_id: term.id }))
  assert.equal(new Set(outcomesOf(await bulk(service, editor, 'dismiss', items))), new Set(['done']))
  assert.equal(await queue(service, editor), [])
  const tooMany = { action: 'dismiss', items: [...items, items[0]] }
  assert.is((await post(service, editor, '/review/bulk', tooMany)).status, 422)
  const mixed = { action: 'dismiss', items: [{ other_id: items[0].term_id }] }
  const refused = await post(service, editor, '/review/bulk', mixed)
  assert.equal([refused.status, refused.body.errors[0].path], [422, 'items.0'])
})

test.run()
