import * as assert from 'uvu/assert'
import { type BrowserTestService, pages, pathOf } from './support/browser.ts'
import { smallGlossary } from './support/small-glossary.ts'

const test = pages('home page')

const home = async (service: BrowserTestService, path = '/', options = {}) => {
  const as = await smallGlossary(service)
  const page = await service.open(path, { as, ...options })
  const names = () => page.locator('.entry h3').allInnerTexts()
  const tabs = async () =>
    (await page.getByRole('navigation', { name: 'Status' }).innerText()).replace(/\s+/g, ' ')
  return { page, names, tabs, as }
}
const alphabetical = ['24/7', 'ARR', 'SLA', 'SLO']

test('terms are listed by letter, with status, votes and category', async (service) => {
  const { page, names, tabs } = await home(service)
  assert.equal(await names(), alphabetical)
  assert.equal(await page.locator('.letter-groups h2').allInnerTexts(), ['#', 'A', 'S'])
  assert.is(await tabs(), 'All 4 Official 1 Community 0 Pending 3 Suggested 0')
  const entry = page.getByRole('listitem').filter({ hasText: 'Service Level Agreement' })
  const text = (await entry.innerText()).replace(/\s+/g, ' ').trim()
  assert.is(
    text.toLowerCase(),
    'sla service level agreement what we promise a customer. official 12 votes operations may be out of date',
  )
  assert.match(await page.title(), /^Home – /)
})

test('the search box has the focus and searches as you type; the URL contains the search', async (service) => {
  const { page, names, tabs } = await home(service, '/?category=operations')
  const box = page.getByRole('searchbox', { name: 'What does it mean?' })
  assert.is(await box.evaluate((element) => element === document.activeElement), true)

  await page.keyboard.type('objec')
  // A slow machine may search for the beginning of the word first.
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === 'objec')
  await page.locator('.pager', { hasText: '1 total' }).waitFor()
  assert.equal(await names(), ['SLO'])
  assert.is(await tabs(), 'All 1 Official 0 Community 0 Pending 1 Suggested 0')
  assert.is(pathOf(page), '/?q=objec&category=Operations')
  assert.is(await box.inputValue(), 'objec')
  assert.is(await page.getByLabel('Category').inputValue(), 'Operations')
  assert.is(await page.locator('#announcement').innerText(), '1 total')

  await page.reload()
  assert.equal(await names(), ['SLO'])
  await page.getByRole('searchbox').fill('')
  await page.getByText('SLA', { exact: true }).waitFor()
  assert.is(pathOf(page), '/?category=Operations')
})

test('the keyboard reaches the search box, the results and a term', async (service) => {
  const { page } = await home(service)
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id)
  await page.getByRole('link', { name: 'My tokens' }).focus()
  await page.keyboard.press('/')
  assert.is(await focused(), 'q')
  await page.keyboard.type('service level')
  await page.locator('.pager', { hasText: '2 total' }).waitFor()
  const found = await page.locator('.entry h3').allInnerTexts()

  await page.keyboard.press('ArrowUp')
  assert.is(await focused(), 'q')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.is(await focused(), found[1])
  await page.keyboard.press('ArrowDown')
  assert.is(await focused(), found[1])
  await page.keyboard.press('ArrowUp')
  assert.is(await focused(), found[0])
  await page.keyboard.press('Control+k')
  assert.is(await focused(), 'q')

  await page.keyboard.press('/')
  assert.is(await page.locator('#q').inputValue(), '/')
  await page.keyboard.press('Meta+k')
  await page.keyboard.type('arr')
  await page.waitForURL('**/?q=arr')
  await page.locator('.answer', { hasText: 'Annual' }).waitFor()
  await page.keyboard.press('ArrowDown')
  const target = await page.locator('.answer h2 a').getAttribute('href')
  const [request] = await Promise.all([
    page.waitForRequest(`**${target}`),
    page.keyboard.press('Enter'),
  ])
  assert.is(request.isNavigationRequest(), true)
})

test('status, category and search combine, and Back undoes them', async (service) => {
  const { page, names, tabs } = await home(service)
  await page.getByRole('link', { name: 'Pending' }).click()
  await page.waitForURL('**/?status=pending')
  assert.equal(await names(), ['24/7', 'ARR', 'SLO'])
  assert.is(await page.locator('[aria-current=true]').innerText(), 'Pending 3')

  await page.getByLabel('Category').selectOption('Operations')
  await page.waitForURL('**/?status=pending&category=Operations')
  assert.equal(await names(), ['SLO'])
  assert.is(await tabs(), 'All 2 Official 1 Community 0 Pending 1 Suggested 0')

  await page.getByRole('searchbox').fill('level')
  await page.waitForURL('**/?q=level&status=pending&category=Operations')
  assert.equal(await names(), ['SLO'])

  await page.goBack()
  await page.waitForURL((url) => url.search === '')
  await page.locator('.pager', { hasText: '4 total' }).waitFor()
  assert.equal(await names(), alphabetical)
})

test('letters jump to a place in the list, and the pager continues from there', async (service) => {
  const ada = await smallGlossary(service)
  await service.sql`insert into terms (name, definition, status, source)
    select 'M' || to_char(n, 'fm000'), 'One of many.', 'pending', 'import' from generate_series(1, 40) n`
  const page = await service.open('/', { as: ada })
  const names = () => page.locator('.entry h3').allInnerTexts()
  const letters = page.getByRole('navigation', { name: 'Letters' })
  assert.equal(await letters.getByRole('link').allInnerTexts(), ['#', 'A', 'M', 'S'])

  await letters.getByRole('link', { name: 'M' }).click()
  await page.waitForURL('**/?letter=M')
  assert.is((await names())[0], 'M001')
  await page.locator('.pager', { hasText: '3–27 of 44' }).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.locator('.pager', { hasText: '28–44 of 44' }).waitFor()
  assert.is(pathOf(page), '/?offset=27')
  assert.equal((await names()).slice(-2), ['SLA', 'SLO'])
  assert.is(await page.evaluate(() => scrollY), 0)
  assert.is(await page.getByRole('link', { name: 'Next' }).count(), 0)
  await page.getByRole('link', { name: 'Previous' }).click()
  await page.waitForURL('**/?offset=2')
  assert.is((await names())[0], 'M001')
  await letters.getByRole('link', { name: '#' }).click()
  await page.locator('.pager', { hasText: '1–25 of 44' }).waitFor()
  assert.is((await names())[0], '24/7')
})

test('a search without results suggests adding the term', async (service) => {
  const { page } = await home(service, '/?q=SLX')
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'No term is called “SLX”' }).waitFor()
  const add = await main.getByRole('link', { name: 'Add “SLX”' }).getAttribute('href')
  assert.is(add, '/terms/new?name=SLX')
})

test('links can list stale terms or the terms of one owner', async (service) => {
  const { page, names, tabs, as } = await home(service, '/?stale=true&owner=me')
  assert.equal(await names(), ['SLA'])
  await page.getByText('Only your terms that may be out of date.').waitFor()
  const bo = await service.person()
  const own = await service.term(bo, { name: 'Bo’s own', category: 'Operations' })
  await service.sql`update terms set is_stale = true where id = ${own.id}`

  await page.keyboard.type('s')
  await page.waitForURL('**/?q=s&stale=true&owner=me')
  await page.getByRole('searchbox').fill('')
  await page.waitForURL('**/?stale=true&owner=me')
  await page.getByLabel('Category').selectOption('Operations')
  await page.waitForURL('**/?category=Operations&stale=true&owner=me')
  assert.is(await tabs(), 'All 1 Official 1 Community 0 Pending 0 Suggested 0')
  await page.getByRole('link', { name: 'Pending' }).click()
  const none = 'No pending term of yours in Operations needs review'
  await page.getByRole('heading', { name: none }).waitFor()
  await page.goto('/?stale=true&letter=S')
  assert.equal(await names(), ['SLA'])
  await page.goto(`/?owner=${as.id}&stale=false`)
  assert.equal(await names(), ['24/7', 'ARR', 'SLO'])
  await page.getByText('Only the terms of ada@example.com that are up to date.').waitFor()
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.locator('.pager', { hasText: '5 total' }).waitFor()

  const other = await service.open('/?stale=true&owner=me', { as: await service.person() })
  await other.getByRole('heading', { name: 'No term of yours needs review' }).waitFor()
  await other.getByRole('link', { name: 'Show all terms' }).click()
  await other.locator('.pager', { hasText: '5 total' }).waitFor()
})

test('an empty list says what to do next', async (service) => {
  const as = await service.person()
  const page = await service.open('/', { as })
  const main = page.getByRole('main')
  assert.is(
    await main.getByRole('link', { name: 'Add the first term' }).getAttribute('href'),
    '/terms/new',
  )

  await service.term(as, { name: 'SLA', category: 'Operations' })
  await page.goto('/?status=official&q=sla')
  await main.getByRole('heading', { name: 'No official term for “sla”' }).waitFor()
  await main.getByRole('link', { name: 'Show 1 result in other statuses' }).click()
  await page.getByRole('link', { name: 'SLA' }).waitFor()
  await page.goto('/?category=Finance')
  await main.getByRole('heading', { name: 'No term in Finance yet' }).waitFor()
  await main.getByRole('link', { name: 'Show all terms' }).click()
  await page.getByRole('link', { name: 'SLA' }).waitFor()
  await page.goto('/?offset=50')
  await main.getByRole('link', { name: 'Back to the first page' }).click()
  await page.getByRole('link', { name: 'SLA' }).waitFor()
})

test('search and filters work without JavaScript', async (service) => {
  const { page, names } = await home(service, '/', { javaScriptEnabled: false })
  assert.equal(await names(), alphabetical)
  await page.getByRole('link', { name: 'Pending' }).click()
  assert.is(pathOf(page), '/?status=pending')
  await page.getByRole('searchbox').fill('level')
  await page.getByLabel('Category').selectOption('Operations')
  await page.getByRole('button', { name: 'Search' }).click()
  assert.equal(await names(), ['SLO'])
  assert.is(pathOf(page), '/?q=level&status=pending&category=Operations')
  await page.getByRole('link', { name: 'All 2' }).click()
  assert.equal((await names()).sort(), ['SLA', 'SLO'])
  await page.goto('/')
  await page.getByRole('searchbox').press('Enter')
  assert.equal(await names(), alphabetical)
  await page.getByRole('link', { name: 'S', exact: true }).click()
  assert.equal(await names(), ['SLA', 'SLO'])
})

test('a filter that excludes an exact name offers its results and does not suggest adding it', async (service) => {
  const { page } = await home(service, '/?q=SLA&category=Finance')
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'No term in Finance for “SLA”' }).waitFor()
  assert.is(await main.getByRole('link', { name: 'Add “SLA”' }).count(), 0)
  assert.not.match(await main.innerText(), /Similar names|Know it/)
  const all = main.getByRole('link', { name: /^Show \d results? in the whole glossary$/ })
  await all.click()
  await page.waitForURL('**/?q=SLA')
  await page.locator('.answer', { hasText: 'Service Level Agreement' }).waitFor()
  await page.goto('/?q=SLX&category=Finance')
  await main.getByRole('link', { name: 'Add “SLX”' }).waitFor()
  assert.is(await all.count(), 0)
})

test('the letter index offers only the letters of the filtered terms, and keeps the filter', async (service) => {
  const { page } = await home(service)
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
    await page.goto(`/?${query}`)
    assert.equal(await letters.allInnerTexts(), available, query)
    const href = await letters.last().getAttribute('href')
    assert.is(href, `/?${query}&letter=${available.at(-1)}`)
  }
  await page.goto('/?status=community')
  assert.is(await letters.count(), 0)
})

test('a link lists exactly the meanings of one name', async (service) => {
  const { page, names, tabs, as } = await home(service)
  for (let n = 1; n <= 30; n++) {
    await service.term(as, { name: n % 2 ? 'SLA' : 'sla', full_name: `Meaning ${n}` })
  }
  await service.term(as, { name: 'SLA report', definition: 'A report about the SLA.' })
  await page.goto('/?name=Sla')
  await page.getByText('Only terms named “Sla”.').waitFor()
  await page.locator('.pager', { hasText: '1–25 of 31' }).waitFor()
  assert.is(await tabs(), 'All 31 Official 1 Community 0 Pending 30 Suggested 0')
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/?name=Sla&offset=25')
  await page.locator('.pager', { hasText: '26–31 of 31' }).waitFor()
  assert.equal(new Set((await names()).map((name) => name.toLowerCase())), new Set(['sla']))
  await page.getByRole('searchbox').fill('objective')
  await page.waitForURL('**/?q=objective')
  await page.locator('.pager', { hasText: '1 total' }).waitFor()
  assert.equal(await names(), ['SLO'])
  await page.goto('/?name=unknown')
  await page.getByRole('heading', { name: 'No term named “unknown” yet' }).waitFor()
})

test('the title names the search, the name or the category, also after a partial update', async (service) => {
  const { page } = await home(service, '/?category=Finance')
  assert.is(await page.title(), 'Finance – Glossary')
  await page.goto('/?name=SLA')
  assert.is(await page.title(), 'SLA – Glossary')
  await page.goto('/')
  assert.is(await page.title(), 'Home – Glossary')
  await page.getByRole('searchbox').fill('level')
  await page.waitForFunction(() => document.title === 'level – Glossary')
})

test.run()
