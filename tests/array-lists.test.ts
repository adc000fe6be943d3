import * as assert from 'uvu/assert'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('lists that are arrays')

/** Fills every such list with `many` entries made by SQL; gives the lists by path. */
async function openLists(service: TestService, many: number) {
  const { sql } = service
  const admin = await service.person('admin', 'a-first@example.com')
  const term = await service.term(admin)
  // The admin, the term's history entry and its audit event are there already.
  await sql`
    insert into users (email)
    select 'u' || lpad(n::text, 4, '0') || '@example.com' from generate_series(1, ${many - 1}) n`
  await sql`
    insert into api_tokens (name, user_id, scopes, token_hash, created_at)
    select n::text, ${admin.id}, array['read'], sha256(n::text::bytea), now() + n * interval '1 second'
    from generate_series(1, ${many}) n`
  await sql`
    insert into job_runs (job_type, trigger, status, completed_at)
    select 'staleness', 'schedule', 'completed', now() from generate_series(1, ${many})`
  await sql`
    insert into audit_events (action) select 'auth.login' from generate_series(1, ${many - 1})`
  await sql`
    insert into term_history (term_id, version, action)
    select ${term.id}, 1, 'confirmed' from generate_series(1, ${many - 1})`
  const ids = async (query: Promise<readonly { id?: string }[]>) => (await query).map(({ id }) => id)
  return {
    admin,
    lists: {
      '/api/v1/users': await ids(sql`select id from users order by email`),
      '/api/v1/tokens': await ids(sql`select id from api_tokens order by created_at desc`),
      '/api/v1/admin/jobs': await ids(sql`select id from job_runs order by seq desc`),
      '/api/v1/admin/audit': await ids(sql`select id from audit_events order by seq desc`),
      [`/api/v1/terms/${term.id}/history`]: await ids(sql`select id from term_history order by seq desc`),
    },
  }
}

test('pages have 50 items by default, 1 to 500 on request, and X-Total-Count', async (service) => {
  const { admin, lists } = await openLists(service, 501)
  const pages: [query: string, from: number, to: number][] = [
    ['', 0, 50],
    ['?limit=1', 0, 1],
    ['?limit=500', 0, 500],
    ['?offset=480', 480, 501],
    ['?limit=500&offset=500', 500, 501],
    ['?limit=2&offset=3', 3, 5],
    ['?limit=1&offset=501', 501, 501],
    ['?offset=1000000', 501, 501],
  ]
  for (const [path, all] of Object.entries(lists)) {
    assert.is(all.length, 501, path)
    for (const [query, from, to] of pages) {
      const { status, headers, body } = await service.request('GET', path + query, { as: admin })
      assert.is(status, 200, path + query)
      assert.is(headers.get('x-total-count'), '501', path + query)
      assert.equal(
        body.map(({ id }: { id: string }) => id),
        all.slice(from, to),
        path + query,
      )
    }
  }
})

test('a limit or an offset out of range is 422', async (service) => {
  const { admin, lists } = await openLists(service, 1)
  const wrong = {
    limit: ['0', '501', '-1', '1.5', '1e2', 'all', '', ' 5', '0x10', '٥', 'NaN', '9'.repeat(30)],
    offset: ['-1', '0.5', 'x', '', '+1', '1e3', '9'.repeat(30)],
  }
  for (const path of Object.keys(lists)) {
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const query = `?${new URLSearchParams({ [name]: value })}`
        const { status, body } = await service.request('GET', path + query, { as: admin })
        assert.is(status, 422, path + query)
        assert.equal(
          body.errors.map((error: { path: string }) => error.path),
          [name],
        )
      }
    }
    const twice = await service.request('GET', `${path}?limit=1&limit=2`, { as: admin })
    assert.is(twice.status, 422, path)
    assert.equal(twice.body.errors, [{ path: 'limit', message: 'must be given once' }])
  }
})

test('an empty list is an empty array', async (service) => {
  const admin = await service.person('admin')
  for (const path of ['/api/v1/tokens', '/api/v1/admin/jobs', '/api/v1/admin/audit']) {
    const { status, headers, body } = await service.request('GET', path, { as: admin })
    assert.is(status, 200)
    assert.equal(body, [])
    assert.is(headers.get('x-total-count'), '0', path)
  }
})

test.run()
