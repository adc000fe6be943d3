import * as assert from 'uvu/assert'
import { type Opening, pages, pathOf } from './support/browser.ts'
import type { FlowPage } from './support/flow-page.ts'
import { smallGlossary } from './support/small-glossary.ts'

const test = pages('page Browse')
const { plain, scripted } = test

const browse = async <Opened extends FlowPage>(service: Opening<Opened>, path = '/browse') => {
  const as = await smallGlossary(service)
  const page = await service.open(path, { as })
  const names = () => page.locator('.entry h3').allInnerTexts()
  const tabs = async () => (await page.getByRole('navigation', { name: 'Status' }).innerText()).replace(/\s+/g, ' ')
  return { page, names, tabs, as }
}
const alphabetical = ['24/7', 'ARR', 'SLA', 'SLO']

plain('terms are listed by letter, with status, votes and category', async (service) => {
  const { page, names, tabs } = await browse(service)
  assert.equal(await names(), alphabetical)
  assert.equal(await page.locator('.letter-groups h2').allInnerTexts(), ['#', 'A', 'S'])
  assert.is(await tabs(), 'All 4 Official 1 Community 0 Pending 3 Suggested 0')
  const entry = page.getByRole('listitem').filter({ hasText: 'Service Level Agreement' })
  const text = (await entry.innerText()).replace(/\s+/g, ' ').trim()
  assert.is(
    text.toLowerCase(),
    'sla service level agreement what we promise a customer. official 12 votes operations may be out of date',
  )
  assert.match(await page.title(), /^Browse – /)
})

test('letters jump to a place in the list, and the pager continues from there', async (service) => {
  const ada = await smallGlossary(service)
  await service.sql`insert into terms (name, definition, status, source)
    select 'M' || to_char(n, 'fm000'), 'One of many.', 'pending', 'import' from generate_series(1, 40) n`
  const page = await service.open('/browse', { as: ada })
  const names = () => page.locator('.entry h3').allInnerTexts()
  const letters = page.getByRole('navigation', { name: 'Letters' })
  assert.equal(await letters.getByRole('link').allInnerTexts(), ['#', 'A', 'M', 'S'])

  await letters.getByRole('link', { name: 'M' }).click()
  await page.waitForURL('**/browse?letter=M')
  assert.is((await names())[0], 'M001')
  await page.locator('.pager', { hasText: '3–27 of 44' }).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.locator('.pager', { hasText: '28–44 of 44' }).waitFor()
  assert.is(pathOf(page), '/browse?offset=27')
  assert.equal((await names()).slice(-2), ['SLA', 'SLO'])
  assert.is(await page.evaluate(() => scrollY), 0)
  assert.is(await page.getByRole('link', { name: 'Next' }).count(), 0)
  await page.getByRole('link', { name: 'Previous' }).click()
  await page.waitForURL('**/browse?offset=2')
  assert.is((await names())[0], 'M001')
  await letters.getByRole('link', { name: '#' }).click()
  await page.locator('.pager', { hasText: '1–25 of 44' }).waitFor()
  assert.is((await names())[0], '24/7')
})

scripted('links can list stale terms or the terms of one owner', async (service) => {
  const { page, names, tabs, as } = await browse(service, '/browse?stale=true&owner=me')
  assert.equal(await names(), ['SLA'])
  await page.getByText('Only your terms that may be out of date.').waitFor()
  const bo = await service.person()
  const own = await service.term(bo, { name: 'Bo’s own', category: 'Operations' })
  await service.sql`update terms set is_stale = true where id = ${own.id}`

  await page.getByLabel('Category').selectOption('Operations')
  await page.waitForURL('**/browse?category=Operations&stale=true&owner=me')
  assert.is(await tabs(), 'All 1 Official 1 Community 0 Pending 0 Suggested 0')
  await page.getByRole('link', { name: 'Pending' }).click()
  const none = 'No pending term of yours in Operations is out of date'
  await page.getByRole('heading', { name: none }).waitFor()
  await page.goto('/browse?stale=true&letter=S')
  assert.equal(await names(), ['SLA'])
  await page.goto(`/browse?owner=${as.id}&stale=false`)
  assert.equal(await names(), ['24/7', 'ARR', 'SLO'])
  await page.getByText('Only the terms of ada@example.com that are up to date.').waitFor()
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.locator('.pager', { hasText: '5 total' }).waitFor()

  const other = await service.open('/browse?stale=true&owner=me', { as: await service.person() })
  await other.getByRole('heading', { name: 'No term of yours is out of date' }).waitFor()
  await other.getByRole('link', { name: 'Show all terms' }).click()
  await other.locator('.pager', { hasText: '5 total' }).waitFor()
})

plain('the letter index offers only the letters of the filtered terms, and keeps the filter', async (service) => {
  const { page } = await browse(service)
  const letters = page.getByRole('navigation', { name: 'Letters' }).getByRole('link')
  const filtered: [query: string, letters: string[]][] = [
    ['status=official', ['S']],
    ['status=pending', ['#', 'A', 'S']],
    ['category=finance', ['A']],
    ['stale=true', ['S']],
    ['stale=false', ['#', 'A', 'S']],
    ['owner=me', ['#', 'A', 'S']],
  ]
  for (const [query, available] of filtered) {
    await page.goto(`/browse?${query}`)
    assert.equal(await letters.allInnerTexts(), available, query)
    const href = await letters.last().getAttribute('href')
    assert.is(href, `/browse?${query}&letter=${available.at(-1)}`)
  }
  await page.goto('/browse?status=community')
  assert.is(await letters.count(), 0)
})

plain('a link lists exactly the meanings of one name', async (service) => {
  const { page, names, tabs, as } = await browse(service)
  for (let n = 1; n <= 30; n++) {
    await service.term(as, { name: n % 2 ? 'SLA' : 'sla', full_name: `Meaning ${n}` })
  }
  await service.term(as, { name: 'SLA report', definition: 'A report about the SLA.' })
  await page.goto('/browse?name=Sla')
  await page.getByText('Only terms named “Sla”.').waitFor()
  await page.locator('.pager', { hasText: '1–25 of 31' }).waitFor()
  assert.is(await tabs(), 'All 31 Official 1 Community 0 Pending 30 Suggested 0')
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/browse?name=Sla&offset=25')
  await page.locator('.pager', { hasText: '26–31 of 31' }).waitFor()
  assert.equal(new Set((await names()).map((name) => name.toLowerCase())), new Set(['sla']))
  await page.goto('/browse?name=unknown')
  await page.getByRole('heading', { name: 'No term named “unknown” yet' }).waitFor()
})

plain('an empty list leads to other terms', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'SLA', category: 'Operations' })
  const page = await service.open('/browse?category=Finance', { as })
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'No term in Finance yet' }).waitFor()
  await main.getByRole('link', { name: 'Show all terms' }).click()
  await page.getByRole('link', { name: 'SLA' }).waitFor()
  await page.goto('/browse?offset=50')
  await main.getByRole('link', { name: 'Back to the first page' }).click()
  await page.getByRole('link', { name: 'SLA' }).waitFor()
})

scripted('status and category combine, and Back undoes them', async (service) => {
  const { page, names, tabs } = await browse(service)
  await page.getByRole('link', { name: 'Pending' }).click()
  await page.waitForURL('**/browse?status=pending')
  assert.equal(await names(), ['24/7', 'ARR', 'SLO'])
  assert.is(await page.locator('.tabs [aria-current=true]').innerText(), 'Pending 3')
  await page.getByLabel('Category').selectOption('Operations')
  await page.waitForURL('**/browse?status=pending&category=Operations')
  assert.equal(await names(), ['SLO'])
  assert.is(await tabs(), 'All 2 Official 1 Community 0 Pending 1 Suggested 0')
  await page.goBack()
  await page.waitForURL((url) => url.search === '')
  await page.locator('.pager', { hasText: '4 total' }).waitFor()
})

test('filters work without JavaScript', async (service) => {
  const page = await service.open('/browse', { as: await smallGlossary(service), isPlain: true })
  const names = () => page.locator('.entry h3').allInnerTexts()
  await page.getByRole('link', { name: 'Pending' }).click()
  await page.getByLabel('Category').selectOption('Operations')
  await page.getByRole('button', { name: 'Filter' }).click()
  assert.is(pathOf(page), '/browse?status=pending&category=Operations')
  assert.equal(await names(), ['SLO'])
  await page.goto('/browse')
  await page.getByRole('link', { name: 'S', exact: true }).click()
  assert.equal(await names(), ['SLA', 'SLO'])
})

plain('addresses of the list on the home page lead to it', async (service) => {
  const { page } = await browse(service, '/?status=pending&offset=25')
  assert.is(pathOf(page), '/browse?status=pending&offset=25')
})

plain('Browse leads to exports, missing words and, for editors, the table and imports', async (service) => {
  const links = ['Export', 'What has changed', 'Missing words']
  for (const [role, expected] of [
    ['viewer', links],
    ['editor', ['All terms', 'Import', ...links]],
  ] as const) {
    const page = await service.open('/browse', { as: await service.person(role) })
    assert.equal(await page.locator('.page-head a').allInnerTexts(), expected)
  }
})

test.run()
