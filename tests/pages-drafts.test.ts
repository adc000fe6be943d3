import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import { eventually } from './support/eventually.ts'

const test = pages('drafts')

test('a new term that somebody has begun survives a reload, until it is discarded', async (service) => {
  const page = await service.open('/terms/new', { as: await service.person() })
  await page.getByLabel('Name', { exact: true }).fill('QZA')
  await page.getByLabel('Definition').fill('An audit of')
  await page.reload()
  await page.getByText('Draft restored.').waitFor()
  assert.is(await page.getByLabel('Definition').inputValue(), 'An audit of')
  assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'QZA')
  await page.getByRole('button', { name: 'Discard' }).click()
  assert.is(await page.getByLabel('Definition').inputValue(), '')
  await page.reload()
  assert.is(await page.getByText('Draft restored.').count(), 0)
  assert.is(await page.getByLabel('Definition').inputValue(), '')
})

test('an edit and a definition in the queue survive, and what was saved is no draft', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'SLA', definition: 'A promise.' })
  await service.sql`
    insert into terms (name, definition, status, source)
    values ('T01', '', 'suggested', 'discovery'), ('T02', '', 'suggested', 'discovery')`
  const page = await service.open(`/terms/${id}/edit`, { as })
  await page.getByLabel('Definition').fill('A better promise.')
  await page.reload()
  await page.getByText('Draft restored.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**/terms/${id}`)
  await page.goto(`/terms/${id}/edit`)
  assert.is(await page.getByText('Draft restored.').count(), 0)

  await page.goto('/review')
  const first = page.locator('.review-item.current').getByLabel('What does it mean here?')
  await first.fill('A test.')
  await page.reload()
  await page.getByText('Draft restored.').waitFor()
  assert.is(await first.inputValue(), 'A test.')
  await page.keyboard.press('j')
  assert.is(await first.inputValue(), '')
  await page.keyboard.press('k')
  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click()
  await eventually('it is published', async () => {
    const terms = await service.sql`select status from terms where name like 'T0%' order by status`
    return terms.map(({ status }) => status).join() === 'pending,suggested'
  })
})

test.run()
