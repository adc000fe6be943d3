import * as assert from 'uvu/assert'
import { ceiling } from '../handlers/pages/admin/chart-view.tsx'
import { readWeeks } from '../lib/admin/stats.ts'
import { pages, variants } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import type { FlowPage } from './support/flow-page.ts'
import { suite } from './support/suite.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = pages('overview of admins')
const { scripted } = test
const counted = glossary('weeks of the glossary')
const plain = suite('charts')

const week = 7 * 24 * 60 * 60 * 1000

/** The Monday of an earlier week, at midnight UTC. */
function monday(weeksAgo: number): Date {
  const now = new Date()
  const sinceMonday = (now.getUTCDay() + 6) % 7
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(today - sinceMonday * 24 * 60 * 60 * 1000 - weeksAgo * week)
}

/** Moves the history, audit events and votes of a term into an earlier week. */
async function backdate({ sql }: TestService, id: string, weeksAgo: number) {
  const at = new Date(monday(weeksAgo).getTime() + week / 2).toISOString()
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update term_history set created_at = ${at} where term_id = ${id} and created_at > now() - interval '1 hour'`
    await tx`update audit_events set created_at = ${at} where target_id = ${id} and created_at > now() - interval '1 hour'`
    await tx`update votes set created_at = ${at} where term_id = ${id}`
  })
}

counted('terms are counted by the status that they had at the end of each week', async (service) => {
  const admin = await service.person('admin')
  const post = (path: string, method = 'POST') =>
    service.request(method, `/api/v1/terms/${path}`, { as: admin, body: {} })
  const [old, risen, fallen, gone] = await Promise.all([1, 2, 3, 4].map(() => service.term(admin)))
  const ids = [old, risen, fallen, gone].map((term) => term?.id ?? '')
  await backdate(service, ids[0] ?? '', 9)
  for (const id of ids.slice(1)) await backdate(service, id, 3)

  await setStatus(service, ids[1] ?? '', 'pending', 3)
  await post(`${ids[1]}/promote`)
  await backdate(service, ids[1] ?? '', 2)
  await setStatus(service, ids[1] ?? '', 'community', 10)
  await post(`${ids[1]}/official`)
  await backdate(service, ids[1] ?? '', 1)
  await post(`${ids[2]}/promote`)
  await backdate(service, ids[2] ?? '', 2)
  await post(`${ids[2]}/dispute`)
  await post(ids[3] ?? '', 'DELETE')

  const weeks = await readWeeks(service.ctx, 5)
  assert.equal(
    weeks.map((each) => new Date(each.week).toISOString()),
    [4, 3, 2, 1, 0].map((ago) => monday(ago).toISOString()),
  )
  assert.equal(
    weeks.map(({ suggested, pending, community, official }) => [suggested, pending, community, official]),
    [
      [0, 1, 0, 0],
      [0, 4, 0, 0],
      [0, 2, 2, 0],
      [0, 2, 1, 1],
      [0, 2, 0, 1],
    ],
  )
})

counted('terms without a history count as if they had always been there', async (service) => {
  await service.sql`insert into terms (name, definition, status, source)
    values ('SLA', 'A promise.', 'official', 'import')`
  const weeks = await readWeeks(service.ctx, 3)
  assert.equal(
    weeks.map(({ official }) => official),
    [1, 1, 1],
  )
})

counted('counts are never negative, even if a term was changed without a history entry', async (service) => {
  const { id } = await service.term(await service.person())
  await service.sql`update terms set status = 'official' where id = ${id}`
  const weeks = await readWeeks(service.ctx, 2)
  assert.equal(
    weeks.map(({ pending, official }) => [pending, official]),
    [
      [0, 1],
      [0, 1],
    ],
  )
})

counted('votes are counted in the week in which they were cast', async (service) => {
  const admin = await service.person('admin')
  for (const [weeksAgo, votes] of [
    [0, 2],
    [1, 3],
    [4, 5],
    [9, 7],
  ] as const) {
    const { id } = await service.term(admin)
    await setStatus(service, id, 'pending', votes)
    await backdate(service, id, weeksAgo)
    const [first, last] = [monday(weeksAgo), new Date(monday(weeksAgo - 1).getTime() - 1)]
    await service.sql`update votes set created_at = ${weeksAgo === 1 ? last : first}
      where term_id = ${id} and ${weeksAgo < 2}`
  }
  const weeks = await readWeeks(service.ctx, 5)
  assert.equal(
    weeks.map(({ votes }) => votes),
    [5, 0, 0, 3, 2],
  )
})

counted('lookups are counted in the week of their day', async (service) => {
  const day = (weeksAgo: number) => monday(weeksAgo).toISOString().slice(0, 10)
  await service.sql`insert into lookup_days (day, answered, unanswered) values
    (${day(0)}, 3, 1), (${day(1)}, 5, 0), (${day(1)}::date + 6, 2, 2), (${day(9)}, 7, 7)`
  const weeks = await readWeeks(service.ctx, 3)
  assert.equal(
    weeks.map(({ answered, unanswered }) => [answered, unanswered]),
    [
      [0, 0],
      [7, 2],
      [3, 1],
    ],
  )
})

plain('the top of a chart is a round even number', () => {
  const tops = [0, 1, 2, 3, 7, 9, 10, 11, 12, 13, 21, 44, 89, 100, 101, 999, 1204, 1_000_000]
  assert.equal(tops.map(ceiling), [
    ...[2, 2, 2, 4, 8, 10, 10, 12, 12, 16, 24, 50, 100, 100, 120, 1000, 1600, 1_000_000],
  ])
})

const figures = async (page: FlowPage, part: string) => {
  const section = page.locator('.part').filter({ has: page.getByRole('heading', { name: part }) })
  return (await section.locator('.figures > div').allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' ').toLowerCase(),
  )
}

/** Three terms with ten votes, and a deactivated editor. */
async function someGlossary(service: TestService) {
  const admin = await service.person('admin')
  const [sla] = [await service.term(admin), await service.term(admin), await service.term(admin)]
  await setStatus(service, sla.id, 'pending', 10)
  for (const step of ['promote', 'official']) {
    await service.request('POST', `/api/v1/terms/${sla.id}/${step}`, { as: admin, body: {} })
  }
  await service.sql`update terms set is_stale = true where id = ${sla.id}`
  const editor = await service.person('editor')
  await service.sql`update users set is_active = false where id = ${editor.id}`
  return admin
}

for (const { variant, visit } of variants) {
  test(`statistics link to the lists that they count, ${variant}`, async (service) => {
    const as = await someGlossary(service)
    const page = await service.open('/admin', { as, ...visit })
    assert.match(await page.title(), /^Overview – /)
    assert.equal(await figures(page, 'Terms'), [
      ...['total 3', 'official 1', 'community 0', 'pending 2', 'suggested 0', 'may be out of date 1'],
    ])
    assert.equal(await figures(page, 'Votes'), ['total 10', 'this week 10', 'last week 0'])
    assert.equal(await figures(page, 'People'), [...['total 12', 'active 11', 'viewers 10', 'editors 1', 'admins 1']])
    const links = await page.locator('.figures a').all()
    assert.equal(await Promise.all(links.map((link) => link.getAttribute('href'))), [
      ...['/browse', '/browse?status=official', '/browse?status=community'],
      ...['/browse?status=pending'],
      ...['/browse?status=suggested', '/browse?stale=true', '/admin/users'],
    ])
  })
}

test('charts have descriptions and data tables', async (service) => {
  const as = await someGlossary(service)
  await service.sql`insert into lookup_days (day, answered, unanswered) values (current_date, 1, 2)`
  const page = await service.open('/admin', { as })
  await page.getByText('3 lookups so far, too few to say how many are found.').waitFor()
  assert.match((await figures(page, 'Quality')).join(), 'too few to say how many are found –')
  const terms = page.getByRole('img', { name: /^Terms by status and week/ })
  assert.match((await terms.getAttribute('aria-labelledby')) ?? '', /^terms-title terms-description$/)
  assert.is(
    await page.locator('#terms-description').textContent(),
    'From 0 terms, 0 of them official, to 3, 1 of them official.',
  )
  assert.is(await page.locator('#votes-description').textContent(), '10 votes in 26 weeks, 10 in the busiest week.')
  const table = page.getByRole('region', { name: 'Terms by status and week: data' })
  assert.is(await table.isVisible(), false)
  await page.getByText('Show data').first().focus()
  await page.keyboard.press('Enter')
  await table.waitFor()
  const rows = await table.getByRole('row').allInnerTexts()
  assert.is(rows.length, 27)
  assert.equal(rows[0]?.split(/\s*\t\s*/), [...['Week of', 'Official', 'Community', 'Pending', 'Suggested']])
  assert.match(rows[1] ?? '', /^\d+ \w+ \d{4}\s+1\s+0\s+2\s+0$/)
})

test('the height of a column represents its value', async (service) => {
  const as = await someGlossary(service)
  const page = await service.open('/admin', { as })
  const heights = await page
    .getByRole('img', { name: /^Terms/ })
    .locator('g')
    .last()
    .locator('rect:not(.hover-area)')
    .evaluateAll((all) => all.map((rect) => [rect.getAttribute('class'), Number(rect.getAttribute('height'))]))
  assert.equal(heights, [
    ['official', 25],
    ['community', 0],
    ['pending', 50],
    ['suggested', 0],
  ])
})

test.plain('an empty glossary has an overview', async (service) => {
  const page = await service.open('/admin', { as: await service.person('admin') })
  assert.equal(await figures(page, 'Votes'), ['total 0', 'this week 0', 'last week 0'])
  assert.not.match(await page.content(), /NaN|Infinity|undefined/)
  await page.getByText('Nobody has looked anything up yet.').waitFor()
})

const ends = 'setup users jobs agents embed webhooks messages audit'.split(' ')
const places = ['/admin', ...ends.map((end) => `/admin/${end}`)]

scripted('the navigation links to all admin pages and marks the current one', async (service) => {
  const page = await service.open('/admin', { as: await service.person('admin') })
  const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
  for (const [i, path] of places.entries()) {
    await links.nth(i).click()
    await page.waitForURL(`**${path}`)
    assert.is(await links.nth(i).getAttribute('aria-current'), 'page')
    assert.is(await page.getByRole('main').locator('h1').first().innerText(), await links.nth(i).innerText())
    const main = page.locator('.menu [aria-current]')
    assert.is(await main.textContent(), 'Admin')
  }
})

test.plain('users who are not admins get an explanation', async (service) => {
  for (const role of ['viewer', 'editor'] as const) {
    const as = await service.person(role)
    for (const path of places) {
      const headers = { ...cookie(as), accept: 'text/html' }
      const { status, text } = await service.request('GET', path, { headers })
      assert.is(status, 403)
      assert.match(text, `Only admins can open this page. Your role is ${role}.`)
    }
    const page = await service.open('/', { as })
    assert.is(await page.locator('a[href="/admin"]').count(), 0)
  }
})

test.run()
counted.run()
plain.run()
