import * as assert from 'uvu/assert'
import { type PlainTestService, pages, pathOf, variants } from './support/browser.ts'
import type { FlowPage } from './support/flow-page.ts'

const test = pages('page of notifications')
const { plain } = test

/** Adds a message in each state, and one that goes to a Slack channel. */
async function someMessages({ sql, person }: PlainTestService) {
  const as = await person('admin', 'ada@example.com')
  const id = crypto.randomUUID()
  await sql`
    insert into inbox_entries (user_id, kind, term_id, term_name, read_at)
    values
      (${as.id}, 'disputed', ${id}, 'SLA', now()), (${as.id}, 'stale', null, null, now()),
      (${as.id}, 'promoted', ${id}, 'SLA', now())`
  await sql`
    update outbox_messages m
    set
      attempts = o.attempts, created_at = now() - o.age, next_attempt_at = now() + interval '90 minutes',
      delivered_at = case o.state when 'delivered' then now() - interval '3 days' end,
      failed_at = case o.state when 'failed' then now() - interval '2 days' end,
      error = o.error
    from inbox_entries e
    join (values
      ('disputed', 1, interval '4 days', 'delivered', null),
      ('stale', 31, interval '3 days', 'failed', 'not delivered within 24 hours: Slack: users_not_found'),
      ('promoted', 2, interval '2 days', 'waiting', 'Slack: ratelimited')
    ) as o (kind, attempts, age, state, error) on o.kind = e.kind
    where e.id = m.inbox_entry_id`
  await sql`
    insert into outbox_messages (kind, payload, attempts, created_at, failed_at, error)
    values ('slack.answer', '{}', 1, now() - interval '1 day', now(), 'Slack: odd_new_code')`
  return as
}

const listMessages = async (page: FlowPage) =>
  (await page.locator('.record').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').toLowerCase())

const all = [
  'response to a slack command failed to a slack channel slack: odd_new_code created 1 day ago failed just now 1 attempt',
  'sla was promoted waiting to ada@example.com slack’s rate limit was reached. slack: ratelimited created 2 days ago 2 attempts',
  'terms that may be out of date failed to ada@example.com no slack user has this email address. not delivered within 24 hours: slack: users_not_found created 3 days ago failed 2 days ago 31 attempts',
  'problem reported with sla delivered to ada@example.com created 4 days ago delivered 3 days ago 1 attempt',
]

for (const { variant, visit } of variants) {
  test(`each message has its state and the reason, ${variant}`, async (service) => {
    const as = await someMessages(service)
    const page = await service.open('/admin/messages', { as, ...visit })
    assert.equal(await listMessages(page), all)
    const states: [name: string, address: string, shown: number[]][] = [
      ['Failed', '/admin/messages?state=failed', [0, 2]],
      ['Waiting', '/admin/messages?state=waiting', [1]],
      ['Delivered', '/admin/messages?state=delivered', [3]],
      ['All', '/admin/messages', [0, 1, 2, 3]],
    ]
    for (const [name, address, shown] of states) {
      const link = page.getByRole('navigation', { name: 'State' }).getByRole('link', { name })
      await link.press('Enter')
      await page.waitForURL(`**${address}`)
      await page.locator('#messages [aria-current]', { hasText: name }).waitFor()
      assert.equal(
        await listMessages(page),
        shown.map((i) => all[i]),
        name,
      )
      if (visit.isPlain) continue
      assert.is(await page.locator('#announcement').innerText(), `${shown.length} total`)
      assert.is(await link.evaluate((element) => element.matches(':focus')), true)
    }
  })
}

plain('empty lists say why', async (service) => {
  const page = await service.open('/admin/messages', { as: await service.person('admin') })
  await page.getByText('No messages yet.').waitFor()
  await page.getByRole('link', { name: 'Failed' }).click()
  await page.getByText('No failed messages').first().waitFor()
  await page.getByRole('link', { name: 'Waiting' }).click()
  await page.getByText('No messages are waiting.').first().waitFor()
  await page.getByRole('link', { name: 'Delivered' }).click()
  await page.getByText('No messages were delivered').first().waitFor()
})

plain('the pager keeps the state', async (service) => {
  const as = await someMessages(service)
  await service.sql`insert into outbox_messages (user_id, kind, payload, failed_at, error)
    select ${as.id}, 'digest', '{}', now(), 'Slack: timeout' from generate_series(1, 30)`
  const page = await service.open('/admin/messages?state=failed', { as })
  await page.getByRole('link', { name: 'Next' }).click()
  await page.locator('.pager', { hasText: '26–32 of 32' }).waitFor()
  assert.is(pathOf(page), '/admin/messages?state=failed&offset=25')
  await page.reload()
  assert.is(await page.locator('.record').count(), 7)
})

plain('a recipient without a name is shown by email address', async (service) => {
  const as = await someMessages(service)
  await service.sql`update users set display_name = null where id = ${as.id}`
  const page = await service.open('/admin/messages?state=waiting', { as })
  assert.is(await page.locator('.record p').first().innerText(), 'To ada')
})

plain('an import that changed several terms of an owner is one message', async (service) => {
  const admin = await service.person('admin')
  const owner = await service.person()
  await service.term(owner, { name: 'SLA', definition: 'A promise.' })
  await service.term(owner, { name: 'SLO', definition: 'A goal.' })
  const { status } = await service.request('POST', '/api/v1/import', {
    as: admin,
    headers: { 'content-type': 'text/csv' },
    body: 'name,definition\nSLA,A new promise.\nSLO,A new goal.\n',
  })
  assert.is(status, 200)
  const { text } = await service.request('GET', '/admin/messages', { headers: { cookie: `user_id=${admin.session}` } })
  assert.match(text, 'Several terms changed')
})

test.run()
