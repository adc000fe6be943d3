import * as assert from 'uvu/assert'
import { pages, pathOf, variants, widths } from './support/browser.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('header')

for (const { variant, visit } of variants) {
  test(`the header leads to the main pages and to what belongs to the person, ${variant}`, async (service) => {
    const page = await service.open('/', { as: await service.person('admin'), ...visit })
    const header = page.getByRole('banner')
    const main = header.getByRole('navigation', { name: 'Main' }).getByRole('link')
    assert.equal(await main.allInnerTexts(), ['Home', 'Browse', 'Explain', 'Review'])
    await header.locator('.menu summary').click()
    const own = header.locator('.menu').getByRole('link')
    assert.equal(await own.allInnerTexts(), ['My terms', 'Tokens', 'Admin'])
    await own.nth(1).click()
    assert.is(pathOf(page), '/tokens')
    await header.getByRole('link', { name: 'Add a term' }).click()
    assert.is(pathOf(page), '/terms/new')
    await page.goto('/export')
    assert.is(await main.and(page.locator('[aria-current=true]')).innerText(), 'Browse')
  })
}

test('the current page is in view on a phone', async (service) => {
  const as = await service.person('admin')
  const page = await service.open('/review', { as, width: 320 })
  const box = await page.locator('.main-nav [aria-current]').boundingBox()
  assert.ok(box && box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box))
})

test('the menu closes with Escape and by a click beside it', async (service) => {
  const page = await service.open('/tokens', { as: await service.person('admin') })
  const menu = page.locator('.menu')
  const isOpen = () => menu.evaluate((element) => element.hasAttribute('open'))
  await menu.locator('summary').click()
  assert.is(await isOpen(), true)
  assert.equal(await findFlawsOf(page), [])
  await page.keyboard.press('Escape')
  assert.is(await isOpen(), false)
  await page.setViewportSize({ width: widths.wide, height: 844 })
  await menu.locator('summary').click()
  await page.getByRole('heading', { name: 'My tokens' }).click()
  assert.is(await isOpen(), false)
})

test('keys are named only where there is a keyboard', async (service) => {
  const as = await service.person()
  const looks = [
    { look: {}, isShown: true },
    { look: { width: widths.narrow, hasTouch: true }, isShown: false },
  ]
  for (const { look, isShown } of looks) {
    const page = await service.open('/browse', { as, ...look })
    assert.is(await page.locator('.key-hint').isVisible(), isShown, JSON.stringify(look))
  }
})

test.run()
