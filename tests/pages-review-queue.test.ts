import * as assert from 'uvu/assert'
import { pages, variants, widths } from './support/browser.ts'
import { noticeOf } from './support/flash-messages.ts'
import type { FlowPage } from './support/flow-page.ts'
import { markStale, setStatus } from './support/terms.ts'
import type { TestService } from './support/test-service.ts'
import { findFlaws, hostile } from './support/usability.ts'

const test = pages('page of the review queue')
const { plain, scripted } = test

/** Adds suggested terms T01, T02 and so on, the oldest first. */
async function suggest({ sql }: TestService, count: number) {
  await sql`
    insert into terms (name, definition, status, source, created_at)
    select
      'T' || lpad(n::text, 2, '0'), '', 'suggested', 'discovery',
      now() - make_interval(mins => ${count} - n)
    from generate_series(1, ${count}::integer) as n`
}

const statusesOf = async ({ sql }: TestService) =>
  (await sql`select status, count(*)::integer as terms from terms group by status`).map(
    ({ status, terms }) => `${terms} ${status}`,
  )

const waiting = (page: FlowPage) => page.locator('.review-item:not([data-deciding])')
const decided = (page: FlowPage) => page.locator('.decided')
const said = (page: FlowPage, text: string) => page.locator('.said', { hasText: text }).waitFor()

test('twenty suggestions are defined with a sentence and Ctrl+Enter each, and every one can be undone', async (service) => {
  await suggest(service, 20)
  const page = await service.open('/review', { as: await service.person('editor') })
  assert.is(await page.locator('.main-nav .count').innerText(), '20')
  for (let i = 1; i <= 20; i++) {
    await page.keyboard.press('e')
    await page.keyboard.type(`Meaning ${i}.`)
    await page.keyboard.press('Control+Enter')
  }
  await page.waitForFunction(() => document.querySelectorAll('.decided').length === 20)
  assert.equal(await statusesOf(service), ['20 pending'])
  const terms = await service.sql`select name, definition from terms order by name`
  assert.equal([terms[0]?.definition, terms[19]?.definition], ['Meaning 1.', 'Meaning 20.'])
  await page.getByText('All 20 decided · 20 published').waitFor()
  for (let left = 19; left >= 0; left--) {
    await page.keyboard.press('u')
    await page.waitForFunction((n) => document.querySelectorAll('.decided').length === n, left)
  }
  assert.equal(await statusesOf(service), ['20 suggested'])
  const [first] = await service.sql`select definition from terms order by name`
  assert.is(first?.definition, '')
})

plain('editors go on from the queue to the terms that still need votes', async (service) => {
  await service.term(await service.person(), { name: 'SLA' })
  const page = await service.open('/review', { as: await service.person('editor') })
  await page.getByRole('link', { name: 'Pending terms 1' }).click()
  assert.match(await page.locator('.term-table').innerText(), /SLA/)
  const viewer = await service.open('/review', { as: await service.person() })
  assert.is(await viewer.getByRole('link', { name: 'Pending terms' }).count(), 0)
})

scripted('Escape leaves the field of a definition, and keys act on its item again', async (service) => {
  await suggest(service, 2)
  const page = await service.open('/review', { as: await service.person('editor') })
  await page.keyboard.press('e')
  await page.keyboard.type('d')
  assert.is(await page.getByLabel('What does it mean here?').first().inputValue(), 'd')
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await said(page, 'Dismissed T01.')
})

plain('merging duplicates begins with the more trusted term as the one that remains', async (service) => {
  const editor = await service.person('editor')
  const official = await service.term(editor, { name: 'POD', full_name: 'Proof of Delivery' })
  const pending = await service.term(editor, { name: 'pod' })
  await setStatus(service, official.id, 'official', 12)
  const page = await service.open('/review?kind=duplicate', { as: editor })
  const link = page.getByRole('link', { name: 'Merge', exact: true })
  assert.is(await link.getAttribute('href'), `/terms/${pending.id}/merge?into=${official.id}`)
})

scripted('a definition that is refused stays in its form', async (service) => {
  await suggest(service, 2)
  const page = await service.open('/review', { as: await service.person('editor'), refusals: [422] })
  await page.keyboard.press('e')
  await page.keyboard.type('Right.')
  await page.getByLabel('Category').first().fill('x'.repeat(81))
  await page.keyboard.press('Control+Enter')
  await page.locator('.fault', { hasText: 'characters (now 81)' }).waitFor()
  assert.is(await page.getByLabel('What does it mean here?').first().inputValue(), 'Right.')
  await page.getByLabel('Category').first().fill('Sales')
  await page.getByRole('button', { name: 'Publish T01' }).click()
  await said(page, 'Published T01.')
  assert.equal((await statusesOf(service)).sort(), ['1 pending', '1 suggested'])
})

scripted('keys act on the selection, and one key undoes the decision about all of it', async (service) => {
  await suggest(service, 4)
  await service.sql`update terms set definition = 'Known.' where name in ('T01', 'T03')`
  const page = await service.open('/review', { as: await service.person('editor') })
  for (const key of 'xjjx') await page.keyboard.press(key)
  await page.getByText('2 selected:').waitFor()
  await page.keyboard.press('a')
  await page.locator('.results').getByText('2 items decided.').waitFor()
  assert.equal((await statusesOf(service)).sort(), ['2 pending', '2 suggested'])
  const waitingCount = page.locator('.main-nav .count')
  assert.is(await waitingCount.innerText(), '2')
  await page.keyboard.press('d')
  await said(page, 'Dismissed T02.')
  await page.keyboard.press('u')
  await waiting(page).locator('.queue-name', { hasText: 'T02' }).waitFor()
  await page.keyboard.press('u')
  await page.locator('.results').getByText('2 decisions undone.').waitFor()
  await page.locator('.decided-count').waitFor({ state: 'hidden' })
  assert.equal(await statusesOf(service), ['4 suggested'])
  assert.is(await waitingCount.innerText(), '4')
  assert.is(await waiting(page).count(), 4)
  await page.keyboard.press('u')
  await page.getByText('There is nothing to undo.').waitFor()
})

scripted('a decision about several items is undone for those that nobody has touched since', async (service) => {
  await suggest(service, 6)
  await service.sql`update terms set definition = 'Known.'`
  const page = await service.open('/review', { as: await service.person('editor'), refusals: [409] })
  await page.getByLabel('Select all').check()
  await page.keyboard.press('a')
  await page.locator('.results').getByText('6 items decided.').waitFor()
  await page.locator('.results').getByText('Show them').click()
  await page.locator('.results').getByRole('button', { name: 'Undo T03' }).click()
  await waiting(page).locator('.queue-name', { hasText: 'T03' }).waitFor()
  const [{ id } = { id: '' }] = await service.sql<{ id: string }[]>`
    select id from terms where name = 'T02'`
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as: await service.person() })
  await page.keyboard.press('u')
  await page.locator('.results').getByText('4 decisions undone, 1 not.').waitFor()
  await page.locator('.results').getByText('T02: “T02” has changed since.').waitFor()
  assert.equal((await statusesOf(service)).sort(), ['1 pending', '5 suggested'])
})

scripted('what someone has touched since is not undone, but named', async (service) => {
  await suggest(service, 2)
  await service.sql`update terms set definition = 'Known.'`
  const page = await service.open('/review', { as: await service.person('editor'), refusals: [409] })
  await page.keyboard.press('a')
  await said(page, 'Published T01.')
  await page.keyboard.press('a')
  await said(page, 'Published T02.')
  const [{ id } = { id: '' }] = await service.sql<{ id: string }[]>`
    select id from terms where name = 'T02'`
  const ada = await service.person()
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as: ada })
  await page.keyboard.press('u')
  await said(page, 'T02: “T02” has changed since.')
  await page.keyboard.press('u')
  await waiting(page).locator('.queue-name', { hasText: 'T01' }).waitFor()
  assert.equal((await statusesOf(service)).sort(), ['1 pending', '1 suggested'])
})

scripted('the keys move, select, undo and show themselves', async (service) => {
  await suggest(service, 3)
  const page = await service.open('/review', { as: await service.person('editor') })
  const current = async () => (await page.locator('.queue-panel:visible h2 a').innerText()).trim()
  assert.is(await current(), 'T01')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  assert.is(await current(), 'T02')
  await page.keyboard.press('d')
  assert.is(await current(), 'T03')
  await said(page, 'Dismissed T02.')
  assert.is(await page.locator('#announcement').innerText(), 'Dismissed T02.')
  await page.keyboard.press('u')
  await waiting(page).locator('h2', { hasText: 'T02' }).waitFor()
  assert.is(await current(), 'T02')
  await page.getByRole('button', { name: 'Skip' }).click()
  assert.is(await current(), 'T03')
  await page.getByRole('button', { name: 'T02', exact: true }).click()
  assert.is(await current(), 'T02')
  assert.equal(await statusesOf(service), ['3 suggested'])

  await page.keyboard.press('x')
  assert.ok(await page.getByLabel('Select T02', { exact: true }).isChecked())
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('next item').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Close' }).click()
  assert.equal(await statusesOf(service), ['3 suggested'])
})

for (const { variant, visit } of variants) {
  test(`selected items are decided together, and the page says what happened to each: ${variant}`, async (service) => {
    await suggest(service, 3)
    const [editor, other] = [await service.person('editor'), await service.person('editor')]
    const page = await service.open('/review', { as: editor, refusals: [422], ...visit })
    const bulk = page.locator('#bulk')
    const dismiss = bulk.getByRole('button', { name: 'Not a term' })
    if (!visit.isPlain) assert.is(await dismiss.isVisible(), false)
    else {
      await dismiss.click()
      await page.getByText('Select at least one item first.').waitFor()
    }
    for (const name of ['T01', 'T02']) await page.getByLabel(`Select ${name}`).check()
    const [{ id } = { id: '' }] = await service.sql<{ id: string }[]>`
      select id from terms where name = 'T01'`
    await service.request('POST', `/api/v1/terms/${id}/promote`, { as: other, body: {} })
    await bulk.getByRole('button', { name: 'Not a term' }).click()
    await page.locator('.results').getByText('1 item decided, 1 not.').waitFor()
    assert.equal(await decided(page).locator('p').allInnerTexts(), [
      'T01: Only suggested terms can be dismissed. This one is pending.',
      'Dismissed T02.',
    ])
    assert.is(await waiting(page).count(), 1)

    await page.getByRole('link', { name: 'Dismissed suggestions' }).click()
    await page.getByRole('button', { name: 'Restore T02' }).click()
    await noticeOf(page, 'restored').waitFor()
    assert.equal((await statusesOf(service)).sort(), ['1 pending', '2 suggested'])
  })
}

/** A queue with an item of each kind; `owner` owns most of the terms. */
async function oneOfEach(service: TestService) {
  const [owner, ada] = [await service.person(), await service.person('viewer', 'ada@example.com')]
  const add = async (name: string, fields = {}) => (await service.term(owner, { name, ...fields })).id
  await suggest(service, 1)
  const disputed = await add('Disputed')
  const body = { reason: `Wrong. ${hostile}` }
  await service.request('POST', `/api/v1/terms/${disputed}/dispute`, { as: ada, body })
  const proposed = await add('Proposed')
  await service.request('POST', `/api/v1/terms/${proposed}/proposals`, {
    as: ada,
    body: { version: 1, definition: 'Better.', note: 'Clearer.' },
  })
  await markStale(service, await add('Stale'))
  const ownerless = await add('Ownerless')
  await setStatus(service, ownerless, 'official', 12)
  await service.sql`update terms set owner_id = null where id = ${ownerless}`
  await add('Twice')
  await add('twice', { category: 'Sales' })
  return { owner, ada }
}

test('each kind of item shows its evidence and its decisions', async (service) => {
  const { owner, ada } = await oneOfEach(service)
  const editor = await service.person('editor')
  await service.sql`update terms set stale_since = now() - interval '30 days' where is_stale`
  assert.equal(await findFlaws(service, editor, ['/review', '/dismissed']), [])
  const page = await service.open('/review', { as: editor })
  assert.not(await page.evaluate(() => 'intruder' in globalThis))
  const item = (name: string) => waiting(page).filter({ hasText: name }).first()
  const show = (name: string) => page.locator('.queue-name', { hasText: new RegExp(`^${name}$`, 'i') }).click()
  await service.sql`update terms set full_name = 'A full name' where name = 'Stale'`
  await page.reload()
  assert.match(await page.locator('.queue-name', { hasText: 'Stale' }).innerText(), /^Stale A full name$/i)
  await show('Disputed')
  await item('Disputed').getByText('Wrong.').waitFor()
  await show('Proposed')
  await item('Proposed').locator('.diff', { hasText: 'Better' }).first().waitFor()
  await show('Twice')
  await item('Twice').getByRole('link', { name: 'Merge' }).waitFor()
  await show('Stale A full name')
  await item('Stale').getByRole('button', { name: 'Still right' }).click()
  await said(page, 'Confirmed Stale.')
  await show('Ownerless')
  await item('Ownerless').getByRole('button', { name: 'Take ownership' }).click()
  await page.getByRole('button', { name: 'Undo last' }).click()
  await item('Ownerless').getByRole('button', { name: 'Take ownership' }).waitFor()
  await show('Disputed')
  await item('Disputed').getByText('The report was wrong').click()
  await item('Disputed').getByLabel('Why it was wrong').fill('It is right.')
  await item('Disputed').getByRole('button', { name: 'Decline the report' }).click()
  await said(page, 'Report rejected: Disputed.')
  await page.getByRole('link', { name: 'Duplicates' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.review-item').length === 1)
  await page.keyboard.press('d')
  await said(page, 'Kept both:')

  const own = await service.open('/review', { as: owner, width: widths.narrow })
  assert.equal(await own.locator('.review-item h2 a').allInnerTexts(), ['Proposed'])
  await own.getByRole('button', { name: 'Accept change' }).click()
  await said(own, 'Change accepted: Proposed.')
  const none = await service.open('/review', { as: ada })
  await none.getByText('All caught up.').waitFor()
  assert.is(await none.getByRole('link', { name: 'Review' }).count(), 0)
})

test.run()
