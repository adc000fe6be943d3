import * as assert from 'uvu/assert'
import { pages, variants } from './support/browser.ts'
import { type FlowPage, hasScripts } from './support/flow-page.ts'
import type { TestService } from './support/test-service.ts'

// What a page shows if an action is refused: why, and the form as it was sent.
const test = pages('refused actions')
const { scripted } = test

const press = (page: FlowPage, name: string) => page.getByRole('button', { name, exact: true }).click()
const tooLong = 'Too long. '.repeat(60).trim()

/** A term of Ada's in which Bo has reported a problem. */
async function disputedTerm(service: TestService) {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada, { name: 'SLA' })
  const body = { reason: 'It is wrong.' }
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: bo, body })
  return { ada, bo, id }
}

async function proposedChange(service: TestService) {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada, { name: 'SLA' })
  const body = { version: 1, definition: 'What we owe.' }
  const path = `/api/v1/terms/${id}/proposals`
  const { body: proposal } = await service.request('POST', path, { as: bo, body })
  return { ada, bo, proposal }
}

for (const { variant, visit } of variants) {
  test(`a question about a report that is too long is shown again: ${variant}`, async (service) => {
    const { ada, id } = await disputedTerm(service)
    const page = await service.open(`/terms/${id}`, { as: ada, refusals: [422], ...visit })
    await page.locator('summary', { hasText: 'Ask' }).click()
    await page.getByLabel('Your question').fill(tooLong)
    await press(page, 'Send the question')
    await page.locator('.fault', { hasText: 'Shorten the text to 500 characters (now 599)' }).waitFor()
    assert.is(await page.getByLabel('Your question').inputValue(), tooLong)
    if (hasScripts(page)) {
      const focused = await page.evaluate(() => document.activeElement?.textContent)
      assert.is(focused, 'Check the highlighted fields.Shorten the text to 500 characters (now 599)')
    }
  })

  test(`who resolves a report too late is told so: ${variant}`, async (service) => {
    const { ada, bo, id } = await disputedTerm(service)
    const page = await service.open(`/terms/${id}`, { as: ada, refusals: [409], ...visit })
    const [dispute] = await service.sql`select id from disputes`
    const body = { resolution: 'withdrawn' }
    await service.request('POST', `/api/v1/disputes/${dispute?.id}/resolve`, { as: bo, body })
    await press(page, 'The report is right, I will correct it later SLA')
    await page.locator('.notice', { hasText: 'This report is already resolved.' }).waitFor()
    assert.is(await page.locator('.dispute').count(), 0)
  })

  test(`a note about a proposal that is too long is shown again: ${variant}`, async (service) => {
    const { ada, proposal } = await proposedChange(service)
    const page = await service.open(`/proposals/${proposal.id}`, { as: ada, refusals: [422], ...visit })
    await page.locator('summary', { hasText: 'Decline' }).click()
    await page.getByLabel('Why').fill(tooLong)
    await press(page, 'Decline change')
    await page.locator('.fault', { hasText: 'Shorten the text to 500 characters (now 599)' }).waitFor()
    assert.is(await page.getByLabel('Why').inputValue(), tooLong)
  })

  test(`who decides about a proposal too late is told so: ${variant}`, async (service) => {
    const { ada, bo, proposal } = await proposedChange(service)
    const path = `/proposals/${proposal.id}`
    const page = await service.open(path, { as: bo, refusals: [409], ...visit })
    await service.request('POST', `/api/v1${path}/accept`, { as: ada, body: {} })
    await press(page, 'Withdraw my proposal')
    await page.getByText('Someone has already decided about this proposal.').waitFor()
    await page.getByText('accepted this change').waitFor()
  })
}

scripted('a problem document never replaces a part of the page', async (service) => {
  const as = await service.person()
  const page = await service.open('/t/QRX', { as, status: 404, refusals: [409] })
  await service.term(as, { name: 'QRX' })
  await press(page, 'Notify me about QRX')
  await page.getByRole('alert').getByText('A term with this name already exists.').waitFor()
  assert.is(await page.getByRole('button', { name: 'Notify me about QRX' }).count(), 1)
  assert.not.match(await page.getByRole('main').innerText(), /problem|request_id/)
})

/** What the queue says of the last decision; the row of what was decided repeats it. */
const said = (page: FlowPage, text: string) =>
  hasScripts(page) ? page.locator('.said', { hasText: text }) : page.getByText(text).first()

async function suggest({ sql }: TestService, ...names: string[]) {
  await sql`
    insert into terms (name, definition, status, source, created_at)
    select name, '', 'suggested', 'discovery', now() + make_interval(secs => place)
    from unnest(${names}::text[]) with ordinality as n (name, place)`
}

scripted('Enter on the check box of an item of the queue decides nothing', async (service) => {
  await suggest(service, 'T01')
  const page = await service.open('/review', { as: await service.person('editor') })
  await page.getByLabel('Select T01').check()
  await page.getByLabel('Select T01').press('Enter')
  await page.reload()
  assert.is(await page.locator('.review-item').count(), 1)
})

for (const { variant, visit } of variants) {
  test(`who defines a suggestion too late is told so, and the queue goes on: ${variant}`, async (service) => {
    await suggest(service, 'T01', 'T02')
    const [eve, joe] = [await service.person('editor'), await service.person('editor')]
    const page = await service.open('/review', { as: eve, refusals: [409], ...visit })
    const other = await service.open('/review', { as: joe, ...visit })
    await other.getByLabel('What does it mean here?').first().fill('First.')
    await other.getByRole('button', { name: 'Publish T01' }).click()
    await said(other, 'Published T01.').waitFor()
    await page.getByLabel('What does it mean here?').first().fill('Second.')
    await page.getByRole('button', { name: 'Publish T01' }).click()
    await page.getByText('T01: Someone else has changed the term since.').first().waitFor()
    // The list says it, and nothing repeats it.
    if (hasScripts(page)) assert.is(await page.locator('.said').isVisible(), false)
    await page.getByText('Your text was not saved: Second.').waitFor()
    assert.is(await page.locator('#review').count(), 1)
    assert.is(await page.getByRole('button', { name: 'Publish T02' }).count(), 1)
  })
}

test.run()
