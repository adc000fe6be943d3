import * as assert from 'uvu/assert'
import { browserVariants, pages } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { formatNames } from './support/export-formats.ts'
import { download, isInBrowser } from './support/flow-page.ts'
import { setStatus } from './support/terms.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('exporting on pages')
const { plain } = test

for (const { variant, visit } of browserVariants) {
  test(`Browse leads to a page that downloads every format (${variant})`, async (service) => {
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

plain('the choice is remembered by a response that also renews the session', async (service) => {
  const as = await service.person()
  service.clock.now = new Date(service.clock.now.getTime() + 60 * 60 * 1000)
  const path = '/export?status=community'
  const { headers } = await service.request('GET', path, { headers: cookie(as) })
  const names = headers.getSetCookie().map((line) => line.split('=')[0])
  assert.equal(names, ['user_id', 'export_status'])
})

test.run()
