import * as assert from 'uvu/assert'
import { formatNames } from '../lib/export/formats.ts'
import { pages, variants } from './support/browser.ts'
import { download, isInBrowser } from './support/flow-page.ts'
import { setStatus } from './support/terms.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('exporting on pages')

for (const { variant, visit } of variants) {
  test(`the footer leads to a page that downloads every format (${variant})`, async (service) => {
    const as = await service.person()
    const { id } = await service.term(as, { name: 'SLA' })
    await setStatus(service, id, 'community')
    const page = await service.open('/browse', { ...visit, as })
    await page.getByRole('main').getByRole('link', { name: 'Export' }).click()
    await page.locator('.tabs [aria-current]', { hasText: 'All 1' }).waitFor()
    assert.equal(await page.locator('.tabs a').allInnerTexts(), [
      ...['Official 0', 'Community 1', 'Pending 0', 'All 1'],
    ])
    await page.getByRole('link', { name: 'Community' }).click()
    const chosen = page.locator('.tabs [aria-current]', { hasText: 'Community 1' })
    await chosen.waitFor()
    await page.goto('/export')
    await chosen.waitFor()
    const links = page.locator('a[download]')
    assert.is(await links.count(), formatNames.length)
    for (const [i, format] of formatNames.entries()) {
      const href = (await links.nth(i).getAttribute('href')) ?? ''
      assert.match(href, `format=${format}`)
      const { status, headers } = await service.request('GET', href, { as })
      assert.equal([status, headers.get('x-total-count')], [200, '1'], format)
    }
    const { name, content } = await download(page, links.nth(2))
    assert.is(name, 'glossary.csv')
    assert.is(content.subarray(0, 3).toString('hex'), 'efbbbf')
    if (isInBrowser(page)) assert.equal(await findFlawsOf(page), [])
  })
}

test.run()
