import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { apiToken } from './support/credentials.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('admin')

type Event = { id: string; action: string; actor_id: string; target_id: string }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

test('the statistics of an empty glossary are 0', async ({ person, request }) => {
  const { status, body } = await request('GET', '/api/v1/admin/stats', { as: await person('admin') })
  assert.is(status, 200)
  assert.equal(body, {
    terms: { total: 0, by_status: { suggested: 0, pending: 0, community: 0, official: 0 }, stale: 0 },
    users: { total: 1, active: 1, by_role: { viewer: 0, editor: 0, admin: 1 } },
    votes: { total: 0 },
    quality: { terms: 0, owned_percent: null, confirmed_percent: null, official_percent: null },
    lookups: { answered: 0, unanswered: 0, answered_percent: null },
    decisions: { decided: 0, waiting: 0, median_seconds: null },
  })
})

test('the statistics count terms, users and votes', async ({ person, request, sql, term }) => {
  const admin = await person('admin')
  const [editor, ...viewers] = [await person('editor'), await person(), await person()]
  const statuses = [...['suggested', 'pending', 'pending', 'community', 'official', 'official', 'official']]
  for (const status of statuses) {
    const { id } = await term(editor)
    await sql`update terms set status = ${status} where id = ${id}`
  }
  await sql`update terms set is_stale = true where status = 'pending'`
  const voted = await term(editor)
  for (const as of [admin, ...viewers]) {
    await request('POST', `/api/v1/terms/${voted.id}/vote`, { as })
  }
  await sql`update users set is_active = false where id = ${viewers[0]?.id ?? ''}`
  const { body } = await request('GET', '/api/v1/admin/stats', { as: admin })
  const { quality, lookups, decisions, ...counts } = body
  assert.equal(counts, {
    terms: { total: 8, by_status: { suggested: 1, pending: 2, community: 2, official: 3 }, stale: 2 },
    users: { total: 4, active: 3, by_role: { viewer: 2, editor: 1, admin: 1 } },
    votes: { total: 3 },
  })
})

test('the statistics say how well the glossary is doing', async (service) => {
  const { person, request, sql, term } = service
  const [admin, owner] = [await person('admin'), await person()]
  const terms = []
  for (const status of ['suggested', 'pending', 'official', 'official', 'community', 'pending']) {
    const { id } = await term(owner)
    await sql`update terms set status = ${status} where id = ${id}`
    terms.push(id)
  }
  const [, first = '', second = '', third = ''] = terms
  await sql`update terms set owner_id = ${admin.id} where id in ${sql([second, third])}`
  await sql`update terms set last_confirmed_at = now() - interval '181 days' where id = ${first}`
  await sql`update users set is_active = false where id = ${owner.id}`
  await sql`insert into lookup_days (day, answered, unanswered) values
    (current_date, 8, 1), (current_date - 29, 1, 0), (current_date - 31, 100, 100)`
  for (const hours of [1, 2, 9]) {
    await sql`insert into proposals
      (term_id, base_version, changes, status, proposed_by, created_at, decided_by, decided_at)
      values (${first}, 1, '{"category": {}}', 'declined', ${owner.id},
        now() - ${hours} * interval '1 hour', ${admin.id}, now())`
  }
  await request('POST', `/api/v1/terms/${first}/dispute`, { as: admin, body: {} })
  const { body } = await request('GET', '/api/v1/admin/stats', { as: admin })
  assert.equal(body.quality, { terms: 5, owned_percent: 40, confirmed_percent: 80, official_percent: 40 })
  assert.equal(body.lookups, { answered: 9, unanswered: 1, answered_percent: 90 })
  assert.equal(body.decisions, { decided: 3, waiting: 1, median_seconds: 7200 })
})

/** Records eight audit events of two users, and returns them newest first. */
async function recordEvents(service: TestService) {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  const recorded: { action: string; actor: Person; target: string }[] = []
  for (const actor of [ada, admin]) {
    const term = await service.term(actor)
    const token = await apiToken(service, actor)
    await service.request('POST', `/api/v1/terms/${term.id}/vote`, { as: actor })
    await service.request('DELETE', `/api/v1/tokens/${token.id}`, { as: actor })
    recorded.push({ action: 'term.created', actor, target: term.id })
    recorded.push({ action: 'token.created', actor, target: token.id })
    recorded.push({ action: 'term.voted', actor, target: term.id })
    recorded.push({ action: 'token.revoked', actor, target: token.id })
  }
  const events = recorded
    .reverse()
    .map(({ action, actor, target }) => ({ action, actor_id: actor.id, target_id: target }))
  const list = async (query = '') => {
    const answer = await service.request('GET', `/api/v1/admin/audit${query}`, { as: admin })
    assert.is(answer.status, 200)
    return {
      total: Number(answer.headers.get('x-total-count')),
      events: answer.body.map(({ action, actor_id, target_id }: Event) => ({ action, actor_id, target_id })),
    }
  }
  return { admin, ada, events, list }
}

test('audit events are listed newest first', async (service) => {
  const { events, list } = await recordEvents(service)
  assert.equal(await list(), { total: 8, events })
})

test('an audit event has the fields of the contract', async (service) => {
  const admin = await service.person('admin')
  const term = await service.term(admin, { name: 'SLA' })
  const { body } = await service.request('GET', '/api/v1/admin/audit', { as: admin })
  const [{ id, created_at, ...event }] = body
  assert.match(id, uuid)
  assert.match(created_at, instant)
  assert.equal(event, {
    actor_id: admin.id,
    action: 'term.created',
    target_type: 'term',
    target_id: term.id,
    payload: { name: 'SLA' },
  })
})

test('audit events can be filtered by action, actor and target', async (service) => {
  const { ada, admin, events, list } = await recordEvents(service)
  const target = events.find(({ action, actor_id }) => action === 'term.voted' && actor_id === ada.id)
  const id = target?.target_id ?? ''
  const expected: [query: string, (event: (typeof events)[number]) => boolean, count: number][] = [
    ['?action=term.voted', ({ action }) => action === 'term.voted', 2],
    [`?actor_id=${ada.id}`, ({ actor_id }) => actor_id === ada.id, 4],
    [`?target_id=${id}`, ({ target_id }) => target_id === id, 2],
    [
      `?action=term.created&actor_id=${admin.id}`,
      ({ action, actor_id }) => action === 'term.created' && actor_id === admin.id,
      1,
    ],
    [`?action=term.voted&actor_id=${ada.id}&target_id=${id}`, (event) => event === target, 1],
    [`?actor_id=${admin.id}&target_id=${id}`, () => false, 0],
    ['?action=term.deleted', () => false, 0],
    [`?actor_id=${randomUUID()}`, () => false, 0],
    [`?target_id=${randomUUID()}`, () => false, 0],
  ]
  for (const [query, isExpected, count] of expected) {
    const filtered = events.filter(isExpected)
    assert.is(filtered.length, count, query)
    assert.equal(await list(query), { total: count, events: filtered }, query)
  }
})

test('filters and pages can be combined', async (service) => {
  const { ada, events, list } = await recordEvents(service)
  const eventsOfAda = events.filter(({ actor_id }) => actor_id === ada.id)
  const query = `?actor_id=${ada.id}&limit=2&offset=2`
  assert.equal(await list(query), { total: 4, events: eventsOfAda.slice(2, 4) })
})

test.run()
