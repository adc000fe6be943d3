import * as assert from 'uvu/assert'
import { type Opening, pages, pathOf } from './support/browser.ts'
import type { FlowPage } from './support/flow-page.ts'
import { smallGlossary } from './support/small-glossary.ts'

const test = pages('home page')
const { plain, scripted } = test

const home = async <Opened extends FlowPage>(service: Opening<Opened>, path = '/') => {
  const as = await smallGlossary(service)
  const page = await service.open(path, { as })
  const names = () => page.locator('.entry h3').allInnerTexts()
  const tabs = async () => (await page.getByRole('navigation', { name: 'Status' }).innerText()).replace(/\s+/g, ' ')
  return { page, names, tabs, as }
}

scripted('the search box has the focus and searches as you type; the URL contains the search', async (service) => {
  const { page, names, tabs } = await home(service, '/?q=level&category=operations')
  const box = page.getByRole('searchbox', { name: 'What does it mean?' })
  assert.is(await box.evaluate((element) => element === document.activeElement), true)

  await box.fill('')
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
  await page.getByRole('heading', { name: 'By category' }).waitFor()
  assert.is(pathOf(page), '/')
})

test('the keyboard reaches the search box, the results and a term', async (service) => {
  const { page } = await home(service)
  const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id)
  await page.getByRole('link', { name: 'Browse', exact: true }).focus()
  await page.keyboard.press('/')
  assert.is(await focused(), 'q')
  await page.keyboard.type('service level')
  // The answer to what was typed before has two terms, too.
  await page.waitForURL('**/?q=service+level')
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

  // Results that come late leave the focus where it is.
  const late = async (text: string) => {
    await page.keyboard.press('Control+k')
    const isHeld = new Promise<() => void>((resolve) =>
      page.route(
        ({ searchParams }) => searchParams.get('q') === text,
        (route) => resolve(() => void route.continue()),
        { times: 1 },
      ),
    )
    // At once: between slow letters, what the first of them find would be shown.
    await page.keyboard.insertText(text)
    const release = await isHeld
    await page.keyboard.press('ArrowDown')
    const before = await focused()
    const isAnswered = page.waitForResponse((response) => response.url().includes(text))
    release()
    await (await isAnswered).finished()
    return before
  }
  assert.is(await late('level'), found[0])
  await page.waitForURL('**/?q=level')
  assert.is(await focused(), found[0])
  assert.is(await late('arr'), found[0])
  await page.keyboard.press('ArrowUp')
  await page.locator('.answer', { hasText: 'Annual' }).waitFor()
  assert.is(await focused(), 'q')

  await page.keyboard.press('Control+k')
  await page.keyboard.press('/')
  assert.is(await page.locator('#q').inputValue(), '/')
  // Otherwise its answer may come after the next one has been waited for, which is shown now.
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === '/')
  await page.keyboard.press('Meta+k')
  await page.keyboard.type('arr')
  await page.waitForURL('**/?q=arr')
  await page.locator('.answer', { hasText: 'Annual' }).waitFor()
  await page.keyboard.press('ArrowDown')
  const target = await page.locator('.answer h2 a').getAttribute('href')
  const [request] = await Promise.all([page.waitForRequest(`**${target}`), page.keyboard.press('Enter')])
  assert.is(request.isNavigationRequest(), true)
})

scripted('search, status and category combine, and Back undoes them', async (service) => {
  const { page, names, tabs } = await home(service, '/?q=level')
  await page.getByLabel('Category').selectOption('Operations')
  await page.waitForURL('**/?q=level&category=Operations')
  assert.is(await tabs(), 'All 2 Official 1 Community 0 Pending 1 Suggested 0')
  await page.getByRole('link', { name: 'Pending' }).click()
  await page.waitForURL('**/?q=level&status=pending&category=Operations')
  assert.equal(await names(), ['SLO'])
  await page.getByRole('searchbox').fill('objective')
  await page.waitForURL('**/?q=objective&status=pending&category=Operations')
  await page.goBack()
  await page.waitForURL('**/?q=level&category=Operations')
  await page.locator('.pager', { hasText: '2 total' }).waitFor()
  assert.equal((await names()).sort(), ['SLA', 'SLO'])
})

scripted('a question gets the terms that have some of its words', async (service) => {
  const { page, as } = await home(service)
  for (const [name, definition] of [
    ['TRV', 'The form for the reimbursement of travel costs.'],
    ['CST', 'The costs of a project.'],
    ['QBR', 'A review of the quarter.'],
  ] as const) {
    await service.term(as, { name, definition })
  }
  const main = page.getByRole('main')
  const helpful = async (q: string) => {
    await page.goto(`/?q=${encodeURIComponent(q)}`)
    await main.getByText('To find a term by its meaning').waitFor()
    return main.getByText('These terms may help:').getByRole('link').allInnerTexts()
  }
  assert.equal(await helpful('how are travel expenses reimbursed'), ['TRV'])
  assert.equal(await helpful('where do unicorns come from'), [])
  await page.getByRole('searchbox').fill('how do I get travel costs back?')
  await page.keyboard.press('Enter')
  await main.getByRole('heading', { name: 'None of these words' }).waitFor()
  const found = main.getByText('These terms may help:').getByRole('link')
  assert.equal(await found.allInnerTexts(), ['TRV'])
})

scripted('a question that no name answers is not offered as a name', async (service) => {
  const { page } = await home(service, '/?q=how+do+we+refund%3F')
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'Nothing found for “how do we refund”' }).waitFor()
  await main.getByText('To find a term by its meaning').waitFor()
  assert.is(await main.getByRole('link', { name: /^Add/ }).count(), 0)
  await page.getByRole('searchbox').fill('how do we ship a parcel to them?')
  await page.keyboard.press('Enter')
  await main.getByRole('heading', { name: 'None of these words' }).waitFor()
  await main.getByText('To find a term by its meaning').waitFor()
})

test('a search without results suggests adding the term', async (service) => {
  const { page } = await home(service, '/?q=SLX')
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'No entry for “SLX” yet' }).waitFor()
  const add = await main.getByRole('link', { name: 'Add “SLX”' }).getAttribute('href')
  assert.is(add, '/terms/new?name=SLX')
  await page.locator('#q').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate(() => document.activeElement?.textContent), 'Add “SLX”')
})

plain('a search leads to the results that its filters exclude', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'SLA', category: 'Operations' })
  const page = await service.open('/?status=official&q=sla', { as })
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'No official term for “sla”' }).waitFor()
  await main.getByRole('link', { name: 'Show 1 result in other statuses' }).click()
  await page.getByRole('link', { name: 'SLA', exact: true }).waitFor()
})

test('search and filters work without JavaScript', async (service) => {
  const page = await service.open('/', { as: await smallGlossary(service), isPlain: true })
  const names = () => page.locator('.entry h3').allInnerTexts()
  await page.getByRole('searchbox').fill('level')
  await page.getByRole('button', { name: 'Search' }).click()
  assert.is(pathOf(page), '/?q=level')
  await page.getByRole('link', { name: 'Pending' }).click()
  await page.getByLabel('Category').selectOption('Operations')
  await page.getByRole('button', { name: 'Search' }).click()
  assert.equal(await names(), ['SLO'])
  assert.is(pathOf(page), '/?q=level&status=pending&category=Operations')
  await page.getByRole('link', { name: 'All 2' }).click()
  assert.equal((await names()).sort(), ['SLA', 'SLO'])
})

plain('a filter that excludes an exact name offers its results and does not suggest adding it', async (service) => {
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

scripted('the title names the search, the name or the category, also after a partial update', async (service) => {
  const { page } = await home(service, '/browse?category=Finance')
  assert.is(await page.title(), 'Finance – Glossary')
  await page.goto('/browse?name=SLA')
  assert.is(await page.title(), 'SLA – Glossary')
  await page.goto('/')
  assert.is(await page.title(), 'Home – Glossary')
  await page.getByRole('searchbox').fill('level')
  await page.waitForFunction(() => document.title === 'level – Glossary')
})

test.run()
