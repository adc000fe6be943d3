import * as assert from 'uvu/assert'
import { pages, widths } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import type { FlowPage } from './support/flow-page.ts'
import type { TestService } from './support/test-service.ts'

// The queue reads on by itself, and says what was decided once nothing waits any more.
const test = pages('the end of the review queue')

async function suggest({ sql }: TestService, count: number) {
  await sql`
    insert into terms (name, definition, status, source, created_at)
    select
      'T' || lpad(n::text, 2, '0'), 'Known.', 'suggested', 'discovery',
      now() - make_interval(mins => ${count} - n)
    from generate_series(1, ${count}::integer) as n`
}

const rows = (page: FlowPage) => page.locator('.queue-name:visible')
/** Those that a key can decide: others are still being decided. */
const waiting = (page: FlowPage) => page.locator('.review-item:not([data-deciding]) .queue-name:visible')
const counter = (page: FlowPage) => page.locator('.decided-count')

test('forty suggestions are decided without leaving the queue, which sums them up and names what waits next', async (service) => {
  await suggest(service, 40)
  const editor = await service.person('editor')
  for (const category of ['A', 'B']) await service.term(editor, { name: 'Twice', category })
  const page = await service.open('/review?kind=suggested', { as: editor })
  assert.is(await rows(page).count(), 25)
  assert.is(await page.getByRole('link', { name: 'Next' }).count(), 0)
  for (let i = 1; i <= 40; i++) {
    await page.keyboard.press(i % 4 === 0 ? 'd' : 'a')
    if (i === 15) assert.not.match(await page.locator('#main').innerText(), 'caught up')
    await eventually('there is another one', async () => i >= 40 || (await waiting(page).count()) > 0)
  }
  await page.getByText('All 40 decided · 30 published · 10 not terms').waitFor()
  await page.locator('#nothing-waits').waitFor({ state: 'attached' })
  const panel = page.locator('.queue-foot')
  assert.is(
    await counter(page).innerText(),
    'All 40 decided · 30 published · 10 not terms · Undo last (u) · Duplicates 1 →',
  )
  assert.ok(((await panel.boundingBox())?.width ?? 0) > 900)
  assert.ok(await panel.evaluate((element) => element === document.activeElement))
  assert.is(await page.getByLabel('Select all').isVisible(), false)
  assert.is(await page.locator('#nothing-waits').isVisible(), false)
  assert.not.match(await page.locator('#main').innerText(), 'caught up')
  await page.getByRole('link', { name: 'Duplicates 1 →' }).waitFor()
  const [{ left } = { left: -1 }] = await service.sql<{ left: number }[]>`
    select count(*)::integer as left from terms where status = 'suggested'`
  assert.is(left, 0)
  await page.keyboard.press('u')
  await page.getByRole('heading', { name: 'T40' }).waitFor()
  assert.is(await counter(page).innerText(), '39 decided · Undo last (u)')
  assert.ok(((await panel.boundingBox())?.width ?? 0) < 400)
})

test('what was asked is set aside and counted, and can be taken up again', async (service) => {
  await suggest(service, 2)
  await service.sql`update users set messaging_user_id = 'U0'`
  const editor = await service.person('editor')
  const ada = await service.person('viewer')
  await service.sql`update users set messaging_user_id = 'U1' where id = ${ada.id}`
  await service.sql`insert into discovery_channels (id, name) values ('C1', 'ops')`
  await service.sql`
    insert into discovery_sightings
      (acronym, channel_id, sightings, authors, examples, quote, quoted_at, first_seen_at, last_seen_at)
    values ('T01', 'C1', 4, '{U1}', '{}', 'The T01 of the plant is on Monday.', now() - interval '1 day', now(), now())`
  await service.sql`
    insert into discovery_suggestions (acronym, term_id) select 'T01', id from terms where name = 'T01'`
  const page = await service.open('/review', { as: editor })
  const quote = page.locator('.quote:visible')
  assert.match(await quote.innerText(), /The T01 of the plant is on Monday\.\s+In #ops yesterday/)
  assert.is(await quote.evaluate((element) => getComputedStyle(element).textTransform), 'none')
  await page.keyboard.press('s')
  await page.locator('.said', { hasText: 'We asked' }).waitFor()
  await page.getByRole('heading', { name: 'T02' }).waitFor()
  await page.keyboard.press('d')
  await page.getByText('All 2 decided · 1 not a term · 1 asked').waitFor()
  assert.is(await page.getByLabel('Select all').isVisible(), false)
  await page.getByRole('button', { name: 'T01', exact: true }).click()
  await page.keyboard.press('a')
  await page.getByText(/All 2 decided · 1 (published|not a term) · 1 (published|not a term)/).waitFor()
})

test('a message is said once below the list, over no button, until the next key', async (service) => {
  await suggest(service, 12)
  for (const width of [widths.wide, widths.narrow]) {
    const page = await service.open('/review', { as: await service.person('editor'), width })
    await page.keyboard.press('a')
    const said = page.locator('.said')
    await said.waitFor()
    const message = await said.innerText()
    const again = page.locator('#main').getByText(message, { exact: true })
    assert.is(await again.filter({ visible: true }).count(), 1)
    if (width === widths.wide) {
      const covered = await page.evaluate(() => {
        const { top, bottom, left, right } = document.querySelector('.said')?.getBoundingClientRect() ?? {
          top: 0,
          bottom: 0,
          left: 0,
          right: 0,
        }
        return [...document.querySelectorAll('#review button, #review a')].filter((each) => {
          const box = each.getBoundingClientRect()
          const isBeside = box.right <= left || box.left >= right
          return each.checkVisibility() && !isBeside && box.bottom > top && box.top < bottom
        }).length
      })
      assert.is(covered, 0)
      const heights = await page
        .locator('.queue-row:visible')
        .evaluateAll((all) => [...new Set(all.map((row) => Math.round(row.clientHeight)))])
      assert.is(heights.length, 1)
    }
    await page.keyboard.press('j')
    await said.waitFor({ state: 'hidden' })
  }
})

test.run()
