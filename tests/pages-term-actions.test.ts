import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { addressOf, manners, pages } from './support/browser.ts'
import { markStale, setStatus } from './support/terms.ts'

// Everything that can be done on the page of a term, in every manner.
const test = pages('term page, what one does there')

/** What the page tells of the last action. */
const told = (page: Page, text: string | RegExp) =>
  page.locator('.notice').getByText(text).waitFor()

const stepOf = (page: Page) => page.locator('.ladder [aria-current=step] .status').innerText()
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const unfold = (page: Page, name: string) => page.locator('summary', { hasText: name }).click()

/** Counts how often the page is left for another one. */
function departures(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    count += Number(request.isNavigationRequest())
  })
  return () => count
}

for (const { manner, visit } of manners) {
  test(`one votes, and takes the vote back: ${manner}`, async (service) => {
    const [ada, bo] = [await service.person(), await service.person()]
    const { id } = await service.term(ada, { name: 'SLA' })
    await setStatus(service, id, 'pending', 1)
    const page = await service.open(`/terms/${id}`, { as: bo, ...visit })
    const leaves = departures(page)
    const dossier = page.getByRole('complementary')
    await dossier.getByText('2 more votes').waitFor()
    assert.is(await stepOf(page), 'Pending')

    await act(page, 'Vote for this meaning')
    await told(page, 'Your vote counts.')
    await dossier.getByText('2 votes, yours among them').waitFor()
    await dossier.getByText('1 more vote', { exact: true }).waitFor()
    await act(page, 'Take my vote back')
    await told(page, 'Your vote is taken back.')
    await dossier.getByText('1 vote', { exact: true }).waitFor()

    await setStatus(service, id, 'pending', 2)
    await act(page, 'Vote for this meaning')
    await told(page, 'made this a community term')
    assert.is(await stepOf(page), 'Community')
    await dossier.getByText('7 more votes, then an editor').waitFor()
    assert.is(
      addressOf(page),
      `/terms/${id}`.concat(visit.javaScriptEnabled ? '' : '?done=to_community'),
    )
    if (visit.javaScriptEnabled) {
      assert.is(leaves(), 0)
      assert.match(await page.locator('#announcement').innerText(), /made this a community term/)
      assert.is(await page.evaluate(() => document.activeElement?.id), 'ballot')
    }
  })

  test(`one disputes for a reason, which all then see: ${manner}`, async (service) => {
    const [ada, bo] = [await service.person(), await service.person('viewer', 'bo@example.com')]
    const { id } = await service.term(ada, { name: 'SLA' })
    await setStatus(service, id, 'community', 4)
    const page = await service.open(`/terms/${id}`, { as: bo, ...visit })
    await unfold(page, 'Dispute it')
    await page
      .getByText('Its 4 votes go, it falls back to pending, and its owner is told.')
      .waitFor()
    await page.getByLabel('Reason').fill('It means two things.\nAsk Cy.')
    await act(page, 'Dispute')
    await told(page, 'Disputed. Votes begin again.')
    assert.is(await stepOf(page), 'Pending')
    const dispute = page.getByRole('article').locator('.dispute')
    assert.match(
      await dispute.innerText(),
      /Disputed by bo@example.com just now:\s+It means two things. Ask Cy./,
    )

    // Who knows better edits, and that settles it.
    await service.request('PUT', `/api/v1/terms/${id}`, {
      as: ada,
      body: { version: 2, definition: 'Two things.' },
    })
    await page.reload()
    assert.is(await dispute.count(), 0)
  })

  test(`an owner confirms and gives up, somebody else looks after it: ${manner}`, async (service) => {
    const [ada, bo] = [await service.person(), await service.person()]
    const { id } = await service.term(ada, { name: 'SLA' })
    await markStale(service, id)
    const page = await service.open(`/terms/${id}`, { as: ada, ...visit })
    await page.getByText(/May be out of date: last confirmed \d years ago/).waitFor()
    await act(page, 'Confirm it is still right')
    await told(page, 'Confirmed.')
    await page.getByText('Last confirmed just now').waitFor()
    assert.is(await page.getByText('May be out of date').count(), 0)
    await act(page, 'Give it up')
    await told(page, 'Given up.')
    await page.getByText('Nobody looks after this term.').waitFor()

    const other = await service.open(`/terms/${id}`, { as: bo, ...visit })
    await act(other, 'Look after it')
    await told(other, 'It is yours to look after now.')
    const [row] = await service.sql`select owner_id from terms where id = ${id}`
    assert.is(row?.owner_id, bo.id)
  })

  test(`an editor promotes, makes official, takes over and deletes: ${manner}`, async (service) => {
    const [ada, eve] = [await service.person(), await service.person('editor', 'eve@example.com')]
    const { id } = await service.term(ada, { name: 'SLA' })
    const page = await service.open(`/terms/${id}`, { as: eve, ...visit })
    await unfold(page, 'Promote it to community')
    await page.getByLabel('Note').fill('Everybody says so.')
    await act(page, 'Promote')
    await told(page, 'Promoted by one step.')
    assert.is(await stepOf(page), 'Community')
    await page.locator('.history blockquote', { hasText: 'Everybody says so.' }).waitFor()
    assert.is(await page.getByRole('button', { name: 'Make it official' }).count(), 0)

    await setStatus(service, id, 'community', 10)
    await page.reload()
    await page.getByText('an editor can make it so').waitFor()
    await act(page, 'Make it official')
    await told(page, 'Official from now on.')
    assert.is(await stepOf(page), 'Official')
    await act(page, 'Take it over')
    await told(page, 'It is yours to look after now.')

    await unfold(page, 'Delete it')
    await page.getByText('SLA and its votes go for good.').waitFor()
    await act(page, 'Delete for good')
    await told(page, 'Deleted.')
    assert.match(addressOf(page), /^\/(\?done=deleted)?$/)
    assert.is((await service.request('GET', `/api/v1/terms/${id}`, { as: ada })).status, 404)
  })
}

test('a vote by an editor is the last step as well', async (service) => {
  const eve = await service.person('editor')
  const { id } = await service.term(eve)
  await setStatus(service, id, 'community', 9)
  const page = await service.open(`/terms/${id}`, { as: eve })
  await act(page, 'Vote for this meaning')
  await told(page, 'made this official')
  assert.is(await page.getByText(/more vote/).count(), 0)
})

test('keys alone do all of it', async (service) => {
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
    throw new Error(`the tab key does not lead to ${name}`)
  }
  await tabTo('Vote for this meaning')
  await page.keyboard.press('Enter')
  await told(page, 'Your vote counts.')
  await page.keyboard.press('Space')
  await told(page, 'Your vote is taken back.')
  await tabTo('Dispute it')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('It is wrong.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await told(page, 'Disputed.')
  // The button is gone: the focus is on what was told, not at the top of the page.
  const focused = await page.evaluate(() => document.activeElement?.textContent)
  assert.is(focused, 'Disputed. Votes begin again.')
})

test.run()
