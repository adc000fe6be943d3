import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { addressOf, type BrowserTestService, pages } from './support/browser.ts'
import { flaws, hostile, isIntruded } from './support/usability.ts'

const test = pages('page of notifications')

/** A message in each state, and an answer that went to no person. */
async function someMessages({ sql, person }: BrowserTestService) {
  const as = await person('admin', 'ada@example.com')
  await sql`insert into outbox_messages
      (user_id, kind, payload, attempts, created_at, next_attempt_at, delivered_at, failed_at, error)
    values
      (${as.id}, 'term.disputed', '{}', 1, now() - interval '4 days', now(), now() - interval '3 days', null, null),
      (${as.id}, 'terms.stale', '{}', 31, now() - interval '3 days', now(), null, now() - interval '2 days',
        'not delivered within 24 hours: Slack: users_not_found'),
      (${as.id}, 'term.promoted', '{}', 2, now() - interval '2 days', now() + interval '90 minutes', null, null,
        'Slack: ratelimited'),
      (null, 'slack.answer', '{}', 1, now() - interval '1 day', now(), null, now(), 'Slack: odd_new_code')`
  return as
}

const told = async (page: Page) =>
  (await page.locator('.record').allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' ').toLowerCase(),
  )

const all = [
  'the answer to a command failed to slack slack: odd_new_code written 1 day ago given up just now 1 attempt',
  'a term of theirs is promoted waiting to ada@example.com slack asked for patience. slack: ratelimited written 2 days ago next attempt in 1 hour 2 attempts',
  'terms may be out of date failed to ada@example.com nobody in slack has their e-mail address. not delivered within 24 hours: slack: users_not_found written 3 days ago given up 2 days ago 31 attempts',
  'a term of theirs is disputed delivered to ada@example.com written 4 days ago delivered 3 days ago 1 attempt',
]

for (const javaScriptEnabled of [true, false]) {
  test(`it tells what became of each message, and why, JavaScript ${javaScriptEnabled}`, async (service) => {
    const as = await someMessages(service)
    const page = await service.open('/admin/messages', { as, javaScriptEnabled })
    assert.equal(await told(page), all)
    const states: [name: string, address: string, shown: number[]][] = [
      ['Failed', '/admin/messages?state=failed', [0, 2]],
      ['Waiting', '/admin/messages?state=waiting', [1]],
      ['Delivered', '/admin/messages?state=delivered', [3]],
      ['All', '/admin/messages', [0, 1, 2, 3]],
    ]
    for (const [name, address, shown] of states) {
      const link = page.getByRole('navigation', { name: 'State' }).getByRole('link', { name })
      await link.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname + url.search === address)
      await page.locator('#messages [aria-current]', { hasText: name }).waitFor()
      assert.equal(
        await told(page),
        shown.map((i) => all[i]),
        name,
      )
      if (!javaScriptEnabled) continue
      assert.is(await page.locator('#announcement').innerText(), `${shown.length} in all`)
      assert.is(await link.evaluate((element) => element.matches(':focus')), true)
    }
  })
}

test('where there is none it says why', async (service) => {
  const page = await service.open('/admin/messages', { as: await service.person('admin') })
  await page.getByText('No message yet. People are told in Slack').waitFor()
  await page.getByRole('link', { name: 'Failed' }).click()
  await page.getByText('Nothing has failed: every message arrived').first().waitFor()
  await page.getByRole('link', { name: 'Waiting' }).click()
  await page.getByText('Nothing waits.').first().waitFor()
  await page.getByRole('link', { name: 'Delivered' }).click()
  await page.getByText('Nothing has been delivered').first().waitFor()
})

test('many come in pages of their state', async (service) => {
  const as = await someMessages(service)
  await service.sql`insert into outbox_messages (user_id, kind, payload, failed_at, error)
    select ${as.id}, 'term.disputed', '{}', now(), 'Slack: timeout' from generate_series(1, 30)`
  const page = await service.open('/admin/messages?state=failed', { as })
  await page.getByRole('link', { name: 'Next' }).click()
  await page.locator('.pager', { hasText: '26–32 of 32' }).waitFor()
  assert.is(addressOf(page), '/admin/messages?state=failed&offset=25')
  await page.reload()
  assert.is(await page.locator('.record').count(), 7)
})

test('names and reasons stay text', async (service) => {
  const as = await someMessages(service)
  await service.sql`update users set display_name = ${hostile} where id = ${as.id}`
  await service.sql`update outbox_messages set error = ${hostile} where failed_at is not null`
  const page = await service.open('/admin/messages?state=failed', { as })
  assert.equal(await page.locator('.record code').allInnerTexts(), [hostile, hostile])
  assert.match(await page.getByRole('main').innerText(), `To ${hostile}`)
  assert.is(await isIntruded(page), false)
})

test('everybody can use it, in any light and at any width', async (service) => {
  const as = await someMessages(service)
  await service.sql`update users set display_name = ${'W'.repeat(300)} where id = ${as.id}`
  await service.sql`update outbox_messages set error = ${'x'.repeat(400)} where failed_at is not null`
  assert.equal(await flaws(service, as, ['/admin/messages', '/admin/messages?state=delivered']), [])
})

test.run()
