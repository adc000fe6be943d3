import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { addressOf, manners, pages } from './support/browser.ts'
import { smallGlossary } from './support/small-glossary.ts'

const test = pages('add page')

const add = (page: Page) => page.getByRole('button', { name: 'Add it' }).click()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const created = (page: Page) => page.locator('.notice', { hasText: 'Added.' }).waitFor()

for (const { manner, visit } of manners) {
  test(`one adds a word that the search did not find: ${manner}`, async (service) => {
    const as = await smallGlossary(service)
    const page = await service.open('/?q=Zeppelin', { as, ...visit })
    await page.getByRole('link', { name: 'Add “Zeppelin”' }).click()
    await page.waitForURL('**/terms/new?name=Zeppelin')
    assert.match(await page.title(), /^Add a term – /)
    assert.is(await field(page, 'Name').inputValue(), 'Zeppelin')
    assert.is(await page.locator('#similar').innerText(), '')
    await field(page, 'Definition').fill('An airship.\nOurs.')
    await field(page, 'Category').fill('Operations')
    await add(page)
    await created(page)
    assert.is(await page.getByRole('heading', { level: 1 }).innerText(), 'Zeppelin')
    assert.is(await page.locator('.definition').innerText(), 'An airship.\nOurs.')
    const [row] = await service.sql`
      select id, owner_id, full_name, status from terms where name = 'Zeppelin'`
    assert.equal([row?.owner_id, row?.full_name, row?.status], [as.id, null, 'pending'])
    assert.match(addressOf(page), new RegExp(`^/terms/${row?.id}`))
  })

  test(`what does not fit is said at its field, and nothing typed is lost: ${manner}`, async (service) => {
    const as = await smallGlossary(service)
    const page = await service.open('/terms/new', { as, refusals: [409, 422], ...visit })
    await field(page, 'Name').fill('n'.repeat(121))
    await field(page, 'Full name').fill('service level agreement')
    await field(page, 'Definition').fill('  A promise.\n\n"Kept" & <b>true</b>. ')
    await field(page, 'Category').fill('OPERATIONS')
    await add(page)
    await page.getByRole('alert').getByText('Nothing is saved yet').waitFor()
    const fault = page.locator('.field', { has: page.locator('[aria-invalid]') })
    assert.match(await fault.innerText(), /Name must be 1 to 120 characters long/)
    assert.is(
      await field(page, 'Definition').inputValue(),
      '  A promise.\n\n"Kept" & <b>true</b>. ',
    )

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('sla')
    await add(page)
    await page.getByRole('alert').getByText('This name exists with the same full name').waitFor()
    const [row] = await service.sql`select id from terms where name = 'SLA'`
    const link = page.getByRole('link', { name: 'Open the one that exists' })
    assert.is(await link.getAttribute('href'), `/terms/${row?.id}`)
    await page.getByRole('heading', { name: 'A new meaning, or this one?' }).waitFor()
    assert.is(await field(page, 'Full name').inputValue(), 'service level agreement')

    await field(page, 'Category').fill('Sales')
    await add(page)
    await created(page)
    await page.getByRole('heading', { name: 'Other meanings of sla' }).waitFor()
  })
}

test('while one types it shows what is there under that name, or one like it', async (service) => {
  const as = await smallGlossary(service)
  await service.term(as, { name: 'sla', full_name: 'Shipping Label Archive' })
  const page = await service.open('/terms/new', { as })
  const similar = page.getByRole('region', { name: 'In the glossary already' })
  const names = () => similar.locator('li a').allInnerTexts()
  assert.is(await page.evaluate(() => document.activeElement?.id), 'name')

  await page.keyboard.type('SLA')
  await similar.getByRole('heading', { name: 'A new meaning, or one of these?' }).waitFor()
  assert.equal(await names(), [
    'SLA Service Level Agreement',
    'sla Shipping Label Archive',
    'SLO Service Level Objective',
  ])
  await similar.getByText('Spelled like it').waitFor()
  const announced = page.locator('#announcement')
  assert.is(await announced.innerText(), '2 in the glossary under this name')
  assert.is(await page.evaluate(() => document.activeElement?.id), 'name')

  await field(page, 'Name').fill('SLX')
  await similar.getByRole('heading', { name: 'Is it one of these?' }).waitFor()
  assert.match(await announced.innerText(), /in the glossary under a name like it/)
  await field(page, 'Name').fill('Annual recurring revenue')
  await similar.getByText('ARR').waitFor()
  await field(page, 'Name').fill('Zeppelin')
  await similar.locator('li').first().waitFor({ state: 'detached' })
  await field(page, 'Name').fill('24/7')
  await similar.getByRole('link', { name: '24/7' }).click()
  await page.waitForURL(/\/terms\/[\w-]{36}$/)
})

test('keys alone do it', async (service) => {
  const page = await service.open('/terms/new', { as: await service.person() })
  await page.keyboard.type('OKR')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Objectives and Key Results')
  await page.keyboard.press('Tab')
  await page.keyboard.type('What we aim for.')
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await created(page)
  await page.getByRole('heading', { name: 'OKR' }).waitFor()
})

test('a name that can be none finds nothing and breaks nothing', async (service) => {
  const as = await service.person()
  for (const name of ['n'.repeat(200), ' ', '\u0000', '%', "'", '\\', '"><script>']) {
    const page = await service.open(`/terms/new?${new URLSearchParams({ name })}`, { as })
    assert.is(await page.locator('#similar li').count(), 0)
  }
  const answer = await service.request('GET', '/terms/new?name=', { as })
  assert.is(answer.status, 200)
})

test('a session that ended meanwhile takes nothing with it', async (service) => {
  const page = await service.open('/terms/new', { as: await service.person() })
  await field(page, 'Name').fill('OKR')
  await field(page, 'Definition').fill('What we aim for.')
  await page.waitForLoadState('networkidle')
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await add(page)
  await page.getByRole('alert').filter({ hasText: 'Your session has ended.' }).waitFor()
  await page.context().addCookies(cookies)
  await add(page)
  await created(page)
})

test.run()
