import * as assert from 'uvu/assert'
import {
  type BrowserTestService,
  findViolations,
  hasHorizontalScroll,
  pages,
  variants,
} from './support/browser.ts'
import { cookie } from './support/credentials.ts'

const test = pages('page of wanted names')

async function lookedUp(service: BrowserTestService, ...names: string[]) {
  for (const as of [await service.person(), await service.person()]) {
    for (const name of names) {
      await service.request('GET', `/t?${new URLSearchParams({ q: name })}`, {
        headers: cookie(as),
      })
    }
  }
  await service.ctx.lookups.store()
}

for (const { variant, visit } of variants) {
  test(`the home page leads to wanted names, which can be added, ${variant}`, async (service) => {
    const as = await service.person('editor')
    await lookedUp(service, 'QRX', '<b>&')
    const page = await service.open('/', { as, ...visit })
    await page.getByRole('link', { name: 'See all wanted names' }).click()
    const record = page.locator('.record', { hasText: 'QRX' })
    assert.match(await record.innerText(), /2 people in a week, 2 lookups on this website/)
    await record.getByRole('button', { name: /^Notify me/ }).click()
    await page.getByText('You will be notified when a term with this name is added.').waitFor()
    assert.match(await record.innerText(), /You will be notified/i)
    if (visit.javaScriptEnabled !== false) {
      assert.equal(await findViolations(page), [])
      assert.is(await hasHorizontalScroll(page), false)
    }
    const other = page.locator('.record', { hasText: '<b>&' })
    await other.getByText('Remove', { exact: false }).first().click()
    await other.getByRole('button', { name: 'Remove name' }).click()
    await page.getByText('Name removed.').waitFor()
    assert.equal(await page.locator('.record h2').allInnerTexts(), ['QRX'])
    await record.getByRole('link', { name: 'Add QRX' }).click()
    assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'QRX')
  })
}

test.run()
