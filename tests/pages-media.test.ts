import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import { smallGlossary } from './support/small-glossary.ts'

const test = pages('pages in forced colours and in print')
const { plain } = test

test('the search box has an outline in forced colours', async (service) => {
  const page = await service.open('/', { as: await smallGlossary(service) })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.getByRole('searchbox').focus()
  const outline = await page
    .locator('.searchbox')
    .first()
    .evaluate((element) => getComputedStyle(element).outlineStyle)
  assert.is(outline, 'solid')
})

test('only the current tab is underlined in forced colours', async (service) => {
  const page = await service.open('/browse?status=pending', { as: await smallGlossary(service) })
  await page.emulateMedia({ forcedColors: 'active' })
  const colours = await page
    .locator('.tabs a')
    .evaluateAll((links) =>
      links.map((link) => ({
        isCurrent: link.hasAttribute('aria-current'),
        border: getComputedStyle(link).borderBottomColor,
      })),
    )
  const canvas = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  assert.is(colours.filter(({ isCurrent }) => isCurrent).length, 1)
  for (const { isCurrent, border } of colours) assert.is(border === canvas, !isCurrent, border)
})

test('messages have a border in forced colours', async (service) => {
  const page = await service.open('/', { as: await smallGlossary(service), javaScriptEnabled: false })
  await page.goto('/?done=voted')
  await page.emulateMedia({ forcedColors: 'active' })
  const styles = await page.locator('.notice').evaluate((element) => {
    const { borderTopStyle, borderRightStyle } = getComputedStyle(element)
    return [borderTopStyle, borderRightStyle]
  })
  assert.equal(styles, ['solid', 'solid'])
})

test('print is black on white, without navigation and controls, also in dark mode', async (service) => {
  const as = await smallGlossary(service)
  const page = await service.open('/browse', { as, colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const selector of ['.main-nav', '.account', '.header-search', '.tabs', '.letters', '.category']) {
    assert.is(await page.locator(selector).first().isVisible(), false, selector)
  }
  assert.is(await page.getByText('Service Level Agreement').isVisible(), true)
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.documentElement)
    return { backgroundColor, color }
  })
  assert.equal(colours, { backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' })
})

test('print leaves out forms with their headings', async (service) => {
  const page = await service.open('/tokens', { as: await service.person() })
  await page.emulateMedia({ media: 'print' })
  assert.is(await page.getByRole('heading', { name: 'New token' }).isVisible(), false)
  assert.is(await page.getByRole('heading', { name: 'Using a token' }).isVisible(), true)
})

plain('every page names its icons and theme colours', async (service) => {
  const { text } = await service.request('GET', '/login')
  assert.match(text, '<link rel="icon" href="/favicon.ico" sizes="32x32"/>')
  assert.match(text, /<link rel="icon" type="image\/svg\+xml"/)
  for (const scheme of ['light', 'dark']) {
    assert.match(
      text,
      new RegExp(`<meta name="theme-color" content="#\\w{6}" media="\\(prefers-color-scheme: ${scheme}\\)"`),
    )
  }
})

test.run()
