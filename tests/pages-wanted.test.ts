import * as assert from 'uvu/assert'
import { browserVariants, findViolations, hasHorizontalScroll, pages, pathOf, variants } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { noticeOf } from './support/flash-messages.ts'
import { isInBrowser } from './support/flow-page.ts'
import type { TestService } from './support/test-service.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('page of wanted names')

async function lookedUp(service: TestService, ...names: string[]) {
  for (let person = 0; person < 3; person++) {
    const as = await service.person()
    for (const name of names) {
      await service.request('GET', `/t?${new URLSearchParams({ q: name })}`, { headers: cookie(as) })
    }
  }
  await service.ctx.lookups.store()
}

for (const { variant, visit } of browserVariants) {
  test(`the home page leads to wanted names, which can be added, ${variant}`, async (service) => {
    const as = await service.person('editor')
    await lookedUp(service, 'QRX', '<b>&')
    await service.term(as, { name: 'SLA' }) // the home page of an empty glossary shows how to begin
    const viewer = await service.open('/wanted', { as: await service.person(), ...visit })
    assert.equal(await viewer.locator('.record h2').allInnerTexts(), ['QRX'])
    const page = await service.open('/', { as, ...visit, refusals: [404] })
    await page.getByRole('link', { name: 'All missing words' }).click()
    const record = page.locator('.record', { hasText: 'QRX' })
    assert.match(await record.innerText(), /3 people in a week, 3 lookups on this website/)
    await record.getByRole('button', { name: 'Notify me about QRX' }).click()
    await page.getByRole('button', { name: 'Stop notifying me about QRX' }).waitFor()
    await page.goto('/wanted')
    await record.getByRole('button', { name: 'Stop notifying me about QRX' }).waitFor()
    if (isInBrowser(page)) {
      assert.equal(await findViolations(page), [])
      assert.is(await hasHorizontalScroll(page), false)
    }
    const other = page.locator('.record', { hasText: '<b>&' })
    assert.match(await other.innerText(), /Only editors see it/i)
    await other.getByText('Show to everyone').click()
    await other.getByRole('button', { name: 'Show name' }).click()
    await noticeOf(page, 'shown').waitFor()
    assert.not.match(await other.innerText(), /Only editors see it/i)
    await other.getByText('Remove', { exact: false }).first().click()
    await other.getByRole('button', { name: 'Remove name' }).click()
    await noticeOf(page, 'unwanted').waitFor()
    assert.equal(await page.locator('.record h2').allInnerTexts(), ['QRX'])
    await record.getByRole('link', { name: 'Add QRX' }).click()
    assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'QRX')
  })

  test(`a failed search is one click from being told about the word, and takes it back, ${variant}`, async (service) => {
    const as = await service.person()
    for (const path of ['/?q=QRX', '/t/QRX']) {
      const status = path === '/t/QRX' ? 404 : 200
      const page = await service.open(path, { as, ...visit, status, refusals: [404] })
      await page.getByRole('button', { name: 'Notify me about QRX' }).click()
      const stop = page.getByRole('button', { name: 'Stop notifying me about QRX' })
      await stop.waitFor()
      if (isInBrowser(page)) {
        assert.is(pathOf(page), path)
        assert.equal(await findViolations(page), [])
        assert.is(await stop.evaluate((element) => element === document.activeElement), true)
      } else await noticeOf(page, 'notify').waitFor()
      await page.goto(path)
      await stop.click()
      await page.getByRole('button', { name: 'Notify me about QRX' }).waitFor()
      assert.equal([...(await service.sql`select from wanted_requests`)], [])
    }
  })
}

for (const { variant, visit } of variants) {
  test(`an unknown word of a text and a suggested term can be asked for, too, ${variant}`, async (service) => {
    const as = await service.person()
    await service.sql`insert into terms (name, definition, status, source) values ('QBR', '', 'suggested', 'discovery')`
    const page = await service.open('/explain', { as, ...visit, refusals: [404] })
    await page.getByRole('textbox', { name: 'Text' }).fill('Our QRX is late.')
    await page.getByRole('button', { name: 'Explain', exact: true }).click()
    await page.getByRole('button', { name: 'Notify me about QRX' }).click()
    await page.getByRole('button', { name: 'Stop notifying me about QRX' }).waitFor()
    assert.is((await service.sql`select from wanted_requests`).length, 1)

    await page.goto('/?q=QBR')
    await page.getByRole('button', { name: 'Notify me' }).click()
    await page.waitForURL('**/terms/*')
    assert.is((await service.sql`select from term_follows`).length, 1)
    await page.goto('/?q=QBR')
    await page.getByRole('button', { name: 'Stop notifying me' }).click()
    await page.waitForURL('**/terms/*')
    assert.is((await service.sql`select from term_follows`).length, 0)
  })
}

for (const { variant, visit } of browserVariants) {
  test(`the words that someone asked for are on the page of their terms, ${variant}`, async (service) => {
    const as = await service.person()
    for (const name of ['QRX', 'النقل']) {
      const headers = { ...cookie(as), 'content-type': 'application/x-www-form-urlencoded' }
      const body = String(new URLSearchParams({ name }))
      await service.request('POST', '/wanted/notify', { headers, body })
    }
    const page = await service.open('/mine', { as, ...visit, refusals: [404] })
    const words = page.locator('.part', { hasText: 'You asked for' })
    assert.equal(await words.locator('h3').allInnerTexts(), ['QRX', 'النقل'])
    if (isInBrowser(page)) assert.equal(await findFlawsOf(page), [])
    await page.getByRole('button', { name: 'Stop notifying me about QRX' }).click()
    await page.getByRole('button', { name: 'Notify me about QRX', exact: true }).waitFor()
    await page.goto('/mine?list=wanted')
    assert.equal(await page.locator('h3').allInnerTexts(), ['النقل'])
  })
}

test.run()
