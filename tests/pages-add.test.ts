import * as assert from 'uvu/assert'
import { pages, pathOf, variants } from './support/browser.ts'
import { noticeOf, refusalText } from './support/flash-messages.ts'
import type { FlowPage } from './support/flow-page.ts'
import { smallGlossary } from './support/small-glossary.ts'

const test = pages('add page')
const { plain, scripted } = test

const add = (page: FlowPage) => page.getByRole('button', { name: 'Add term' }).click()
const field = (page: FlowPage, label: string) => page.getByLabel(label, { exact: true })
const created = (page: FlowPage) => noticeOf(page, 'created').waitFor()

for (const { variant, visit } of variants) {
  test(`a word that a search did not find can be added: ${variant}`, async (service) => {
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
    assert.match(pathOf(page), new RegExp(`^/terms/${row?.id}`))
  })

  test(`an error is shown at its field, and the input is kept: ${variant}`, async (service) => {
    const as = await smallGlossary(service)
    const page = await service.open('/terms/new', { as, refusals: [409, 422], ...visit })
    await field(page, 'Name').fill('n'.repeat(121))
    await field(page, 'Full name').fill('service level agreement')
    await field(page, 'Definition').fill('  A promise.\n\n"Kept" & <b>true</b>. ')
    await field(page, 'Category').fill('OPERATIONS')
    await add(page)
    await page.getByRole('alert').getByText(refusalText('validation_failed')).waitFor()
    const fault = page.locator('.field', { has: page.locator('[aria-invalid]') })
    assert.match(await fault.innerText(), /Shorten the name to 120 characters \(now 121\)/)
    assert.is(await field(page, 'Definition').inputValue(), '  A promise.\n\n"Kept" & <b>true</b>. ')

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('sla')
    await add(page)
    await page.getByRole('alert').getByText(refusalText('duplicate')).waitFor()
    const [row] = await service.sql`select id from terms where name = 'SLA'`
    const link = page.getByRole('link', { name: 'Open the existing term' })
    assert.is(await link.getAttribute('href'), `/terms/${row?.id}`)
    await page.getByRole('heading', { name: 'Do you mean this term?' }).waitFor()
    assert.is(await field(page, 'Full name').inputValue(), 'service level agreement')

    await field(page, 'Full name').fill('Service Level Accord')
    await add(page)
    await created(page)
    await page.getByRole('heading', { name: 'Other meanings of sla' }).waitFor()
  })

  test(`the same meaning in another category needs a confirmation: ${variant}`, async (service) => {
    const as = await smallGlossary(service)
    const page = await service.open('/terms/new', { as, refusals: [409], ...visit })
    const count = async (name: string) => (await service.sql`select from terms where lower(name) = ${name}`).length
    await field(page, 'Name').fill('sla')
    await field(page, 'Full name').fill('service level agreement')
    await field(page, 'Definition').fill('What we sell.')
    await field(page, 'Category').fill('Sales')
    await add(page)
    const question = page.getByRole('alert').filter({ hasText: 'Is this another meaning?' })
    await question.getByRole('link', { name: 'SLA Service Level Agreement' }).waitFor()
    assert.match(await question.innerText(), /Operations/i)
    assert.is(await field(page, 'Definition').inputValue(), 'What we sell.')
    assert.is(await count('sla'), 1)

    // The confirmation is about this meaning only.
    const another = page.getByRole('button', { name: 'Add another meaning' })
    await field(page, 'Name').fill('24/7')
    await field(page, 'Full name').fill('')
    await another.click()
    await question.getByRole('link', { name: '24/7' }).waitFor()
    assert.is(await count('24/7'), 1)

    await another.click()
    await created(page)
    assert.is(await count('24/7'), 2)
    assert.is(await count('sla'), 1)
  })
}

scripted('existing terms with the typed name or a similar one are shown while typing', async (service) => {
  const as = await smallGlossary(service)
  await service.term(as, { name: 'sla', full_name: 'Shipping Label Archive' })
  const page = await service.open('/terms/new', { as })
  const similar = page.getByRole('region', { name: 'Existing terms' })
  const names = () => similar.locator('li a').allInnerTexts()
  assert.is(await page.evaluate(() => document.activeElement?.id), 'name')

  await page.keyboard.type('SLA')
  await similar.getByRole('heading', { name: 'Do you mean one of these?' }).waitFor()
  assert.equal(await names(), [
    'SLA Service Level Agreement',
    'sla Shipping Label Archive',
    'SLO Service Level Objective',
  ])
  await similar.getByText('Similar names').waitFor()
  const announced = page.locator('#announcement')
  assert.is(await announced.innerText(), '2 terms with this name')
  assert.is(await page.evaluate(() => document.activeElement?.id), 'name')

  await field(page, 'Name').fill('SLX')
  await similar.getByText('Similar names').waitFor({ state: 'detached' })
  await similar.getByRole('heading', { name: 'Do you mean one of these?' }).waitFor()
  assert.match(await announced.innerText(), /\d terms? with a similar name/)
  await field(page, 'Name').fill('Annual recurring revenue')
  await similar.getByText('ARR').waitFor()
  await field(page, 'Name').fill('Zeppelin')
  await similar.locator('li').first().waitFor({ state: 'detached' })
  await field(page, 'Name').fill('24/7')
  await similar.getByRole('link', { name: '24/7' }).click()
  await page.waitForURL(/\/terms\/[\w-]{36}$/)
})

test('a term can be added with the keyboard alone', async (service) => {
  const page = await service.open('/terms/new', { as: await service.person() })
  await page.locator('#name:focus').waitFor()
  await page.keyboard.type('OKR')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Objectives and Key Results')
  await page.keyboard.press('Tab')
  await page.keyboard.type('What we aim for.')
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await created(page)
  await page.getByRole('heading', { name: 'OKR' }).waitFor()
})

plain('an invalid name finds no similar terms', async (service) => {
  const as = await service.person()
  for (const name of ['n'.repeat(200), ' ', '\u0000', '%', "'", '\\', '"><script>']) {
    const page = await service.open(`/terms/new?${new URLSearchParams({ name })}`, { as })
    assert.is(await page.locator('#similar li').count(), 0)
  }
  const response = await service.request('GET', '/terms/new?name=', { as })
  assert.is(response.status, 200)
})

plain('a name with many meanings says how many there are and links to all of them', async (service) => {
  const as = await service.person()
  await service.sql`insert into terms (name, full_name, definition, status, source)
  select 'S&P', 'Meaning ' || n, 'One of many.', 'pending', 'import' from generate_series(1, 12) n`
  const page = await service.open(`/terms/new?${new URLSearchParams({ name: 's&p' })}`, { as })
  const similar = page.getByRole('region', { name: 'Existing terms' })
  assert.is(await similar.locator('li').count(), 6)
  const all = similar.getByRole('link', { name: 'See all 12 meanings' })
  assert.is(await all.getAttribute('href'), '/browse?name=S%26P')
})

test('the fields are in one column, with similar terms next to it', async (service) => {
  const as = await smallGlossary(service)
  const page = await service.open('/terms/new', { as })
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    if (!box) throw new Error(`${selector} is not visible`)
    return box
  }
  const check = async () => {
    const [name, definition] = [await boxOf('#name'), await boxOf('#definition')]
    assert.equal([definition.x, definition.width], [name.x, name.width])
    assert.ok(definition.y > name.y + name.height)
    return name
  }
  const widths = [1280, 1024, 961]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await check()
  }
  await field(page, 'Name').fill('SLA')
  await page.locator('#similar li').first().waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    const name = await check()
    assert.ok((await boxOf('#similar')).x > name.x + name.width)
  }
})

test('input survives the end of a session', async (service) => {
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
