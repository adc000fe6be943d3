import * as assert from 'uvu/assert'
import { findViolations, pages, pathOf, variants, widths } from './support/browser.ts'
import { smallGlossary } from './support/small-glossary.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('header')
const { scripted } = test

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

test('the dialog takes no focus as the page loads, and its box has it once it is open', async (service) => {
  const page = await service.open('/tokens', { as: await service.person() })
  // The browser says in the console that it cannot focus what a dialog hides while something else has the focus.
  assert.is(await page.locator('#search-dialog [autofocus]').count(), 0)
  await page.locator('.header-search input').click()
  assert.is(await page.evaluate(() => document.activeElement?.closest('dialog')?.id), 'search-dialog')
  await page.keyboard.type('sla')
  assert.is(await page.locator('#search-dialog [name=q]').inputValue(), 'sla')
})

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
    assert.is(await page.locator('.header-search .key-hint').isVisible(), isShown, JSON.stringify(look))
  }
})

scripted('SLA is found from any page with four keys', async (service) => {
  const as = await smallGlossary(service)
  const [{ id } = { id: '' }] = await service.sql`select id from terms where name = 'ARR'`
  const page = await service.open('/login', { as })
  for (const path of [`/terms/${id}`, '/browse', '/inbox', '/explain', '/terms/new', '/']) {
    await page.goto(path)
    await page.locator('h1').first().click()
    for (const key of ['/', 's', 'l', 'a']) await page.keyboard.press(key)
    await page.locator('.answer', { hasText: 'Service Level Agreement' }).waitFor()
    assert.is(await page.locator('.searchbox input:focus').inputValue(), 'sla')
    if (path !== '/') assert.is(pathOf(page), path)
  }
})

for (const width of Object.values(widths)) {
  test(`the search opens in place and answers as the home page does, ${width} wide`, async (service) => {
    const page = await service.open('/tokens', { as: await smallGlossary(service), width })
    await page.getByLabel('Name').fill('kept')
    await page.getByRole('searchbox', { name: 'Search' }).click()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await page.keyboard.type('level')
    await dialog.locator('.entry', { hasText: 'SLO' }).waitFor()
    assert.is(await page.locator('#quick-announcement').innerText(), '2 total')
    assert.equal(await findViolations(page), [])
    await page.keyboard.press('ArrowDown')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    assert.is(await focused(), await dialog.locator('.entry h3').first().innerText())
    await page.keyboard.press('/')
    await page.keyboard.type('QRX')
    await dialog.getByRole('heading', { name: 'No entry for “QRX” yet' }).waitFor()
    const { width: found = 0 } = (await dialog.boundingBox()) ?? {}
    assert.is(found === width, width === widths.narrow, 'a sheet on a phone')
    await dialog.getByRole('button', { name: 'Close' }).click()
    assert.is(await dialog.isVisible(), false)
    assert.is(await page.getByLabel('Name').inputValue(), 'kept')
    assert.is(pathOf(page), '/tokens')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('sla')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/t/sla')
  })
}

scripted('what is typed into the field of the header moves to the dialog', async (service) => {
  const page = await service.open('/inbox', { as: await smallGlossary(service) })
  await page.locator('.header-search input').focus()
  await page.keyboard.type('slo')
  await page.locator('.answer', { hasText: 'Service Level Objective' }).waitFor()
  assert.is(await page.locator('#quick-q').inputValue(), 'slo')
})

test('the field of the header works without JavaScript', async (service) => {
  const as = await smallGlossary(service)
  const page = await service.open('/inbox', { as, isPlain: true })
  const field = page.locator('.header-search input')
  await field.fill('sla')
  await field.press('Enter')
  await page.waitForURL('**/t/sla')
})

test('a failed request is reported in the dialog', async (service) => {
  const page = await service.open('/inbox', { as: await smallGlossary(service) })
  await page.route('**/?q=*', (route) => route.abort())
  await page.keyboard.press('/')
  await page.keyboard.type('sla')
  await page.getByRole('dialog').getByText('The server cannot be reached.').waitFor()
  assert.match(service.wrong.splice(0).join(), /net::ERR_FAILED/)
})

test.run()
