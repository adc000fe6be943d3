import * as assert from 'uvu/assert'
import { pages, pathOf, variants } from './support/browser.ts'
import { noticeOf, noticeText } from './support/flash-messages.ts'
import { type FlowPage, hasScripts } from './support/flow-page.ts'
import { markStale, setStatus } from './support/terms.ts'

// Every action on the page of a term, with and without JavaScript, wide and narrow.
const test = pages('term page actions')
const { plain } = test

const waitForNotice = (page: FlowPage, done: string) => noticeOf(page, done).waitFor()
const statusOf = (page: FlowPage) =>
  page.locator('.status-steps [aria-current=step] .status').evaluate((status) => status.textContent)
const press = (page: FlowPage, name: string) => page.getByRole('button', { name, exact: true }).click()
const open = (page: FlowPage, name: string) => page.locator('summary', { hasText: name }).click()
const unfold = (page: FlowPage) => page.locator('.term-standing > details:not([open]) > summary').click()
const choose = async (page: FlowPage, name: string) => {
  await page.locator('.more-actions summary').click()
  await page.getByRole('link', { name }).click()
}

for (const { variant, visit } of variants) {
  test(`a vote can be cast and removed: ${variant}`, async (service) => {
    const [ada, bo] = [await service.person(), await service.person()]
    const { id } = await service.term(ada, { name: 'SLA' })
    await setStatus(service, id, 'pending', 1)
    const page = await service.open(`/terms/${id}`, { as: bo, ...visit })
    if (hasScripts(page)) await page.evaluate('globalThis.isSamePage = true')
    const panel = page.locator('.term-standing')
    await unfold(page)
    await panel.getByText('Needs 2 more votes').waitFor()
    assert.is(await statusOf(page), 'Pending')

    await press(page, 'I agree')
    await waitForNotice(page, 'voted')
    await unfold(page)
    await panel.getByText('2 votes, including yours').waitFor()
    await panel.getByText('Needs 1 more vote', { exact: true }).waitFor()
    await press(page, 'Remove my vote')
    await waitForNotice(page, 'unvoted')
    await panel.getByText('1 vote', { exact: true }).first().waitFor()

    await setStatus(service, id, 'pending', 2)
    await press(page, 'I agree')
    await waitForNotice(page, 'to_community')
    assert.is(await statusOf(page), 'Community')
    assert.is(pathOf(page), `/terms/${id}`.concat(!visit.isPlain ? '' : '?done=to_community'))
    if (hasScripts(page)) {
      assert.is(await page.evaluate('globalThis.isSamePage'), true)
      assert.is(await page.locator('#announcement').innerText(), noticeText('to_community'))
      assert.is(await page.evaluate(() => document.activeElement?.id), 'vote-button')
    }
    await unfold(page)
    await panel.getByText('Needs 7 more votes and an editor’s approval').waitFor()
  })

  test(`everyone sees a reported problem and its reason: ${variant}`, async (service) => {
    const [ada, bo] = [await service.person(), await service.person('viewer', 'bo@example.com')]
    const { id } = await service.term(ada, { name: 'SLA' })
    await setStatus(service, id, 'community', 4)
    const page = await service.open(`/terms/${id}`, { as: bo, ...visit })
    await choose(page, 'Something is off')
    await page
      .getByText('A report removes the 4 votes, moves the term back to pending, and notifies the owner.')
      .waitFor()
    await page.getByLabel('Reason').fill('It means two things.\nAsk Cy.')
    await press(page, 'Send report')
    await waitForNotice(page, 'disputed')
    assert.is(await statusOf(page), 'Pending')
    const dispute = page.getByRole('article').locator('.dispute')
    assert.match(
      await dispute.innerText(),
      /Problem reported by bo@example.com just now:\s+It means two things. Ask Cy./,
    )

    // An edit can resolve the problem.
    await service.request('PUT', `/api/v1/terms/${id}`, {
      as: ada,
      body: { version: 2, definition: 'Two things.', resolve_disputes: true },
    })
    await page.reload()
    assert.is(await dispute.count(), 0)
  })

  test(`an owner confirms a term and stops owning it, and another user becomes the owner: ${variant}`, async (service) => {
    const [ada, bo] = [await service.person(), await service.person()]
    const { id } = await service.term(ada, { name: 'SLA' })
    await markStale(service, id)
    const page = await service.open(`/terms/${id}`, { as: ada, ...visit })
    await page.getByText('May be out of date').waitFor()
    await press(page, 'Still right')
    await waitForNotice(page, 'confirmed')
    await page.getByText('Confirmed just now').waitFor()
    assert.is(await page.getByText('May be out of date').count(), 0)
    await unfold(page)
    await press(page, 'Give up ownership')
    await waitForNotice(page, 'disowned')
    await page.getByText('No owner').waitFor()

    const other = await service.open(`/terms/${id}`, { as: bo, ...visit })
    await unfold(other)
    await press(other, 'Take ownership')
    await waitForNotice(other, 'claimed')
    const [row] = await service.sql`select owner_id from terms where id = ${id}`
    assert.is(row?.owner_id, bo.id)
  })

  test(`an editor promotes a term, makes it official, becomes its owner and deletes it: ${variant}`, async (service) => {
    const [ada, eve] = [await service.person(), await service.person('editor', 'eve@example.com')]
    const { id } = await service.term(ada, { name: 'SLA' })
    const page = await service.open(`/terms/${id}`, { as: eve, ...visit })
    await unfold(page)
    await open(page, 'Approve as community')
    await page.getByLabel('Note').fill('Everyone says so.')
    await press(page, 'Approve')
    await waitForNotice(page, 'promoted')
    assert.is(await statusOf(page), 'Community')
    await page.locator('.recent-history > summary').click()
    await page.locator('.history blockquote', { hasText: 'Everyone says so.' }).waitFor()
    assert.is(await page.getByRole('button', { name: 'Make official' }).count(), 0)

    await setStatus(service, id, 'community', 10)
    await page.reload()
    await unfold(page)
    await page.getByText('Needs an editor’s approval').waitFor()
    await press(page, 'Make official')
    await waitForNotice(page, 'official')
    assert.is(await statusOf(page), 'Official')
    await unfold(page)
    await press(page, 'Take ownership')
    await waitForNotice(page, 'claimed')

    await choose(page, 'Delete…')
    await page.getByText('This permanently deletes SLA and its votes.').waitFor()
    await press(page, 'Delete permanently')
    await waitForNotice(page, 'deleted')
    assert.match(pathOf(page), /^\/(\?done=deleted)?$/)
    assert.is((await service.request('GET', `/api/v1/terms/${id}`, { as: ada })).status, 404)
  })
}

for (const javaScriptEnabled of [true, false]) {
  test(`the menu opens the form of a report, which has the focus, JavaScript ${javaScriptEnabled}`, async (service) => {
    const as = await service.person()
    const { id } = await service.term(as)
    const page = await service.open(`/terms/${id}`, { as, width: 390, javaScriptEnabled })
    assert.is(await page.getByLabel('Reason').isVisible(), false)
    await choose(page, 'Something is off')
    await page.keyboard.type('It is wrong.')
    assert.is(await page.getByLabel('Reason').inputValue(), 'It is wrong.')
    await page.getByRole('link', { name: 'Cancel' }).click()
    assert.is(await page.getByLabel('Reason').isVisible(), false)
  })
}

plain('a vote by an editor can make a term official', async (service) => {
  const eve = await service.person('editor')
  const { id } = await service.term(eve)
  await setStatus(service, id, 'community', 9)
  const page = await service.open(`/terms/${id}`, { as: eve })
  await press(page, 'I agree')
  await waitForNotice(page, 'to_official')
  assert.is(await page.getByText(/more vote/).count(), 0)
})

test('every action works with the keyboard alone', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada)
  await markStale(service, id)
  const page = await service.open(`/terms/${id}`, { as: bo })
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent?.trim())
      if (focused === name) return
    }
    throw new Error(`the tab key does not reach ${name}`)
  }
  await tabTo('I agree')
  await page.keyboard.press('Enter')
  await waitForNotice(page, 'voted')
  await page.keyboard.press('Space')
  await waitForNotice(page, 'unvoted')
  await tabTo('⋯More actions')
  await page.keyboard.press('Enter')
  await tabTo('Something is off')
  await page.keyboard.press('Enter')
  await page.keyboard.type('It is wrong.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await waitForNotice(page, 'disputed')
  // The button is gone, so the focus moves to the notice.
  const focused = await page.evaluate(() => document.activeElement?.textContent)
  assert.is(focused, noticeText('disputed'))
})

test.run()
