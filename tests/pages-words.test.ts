import * as assert from 'uvu/assert'
import { browserVariants, pages, pathOf, variants, widths } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { isInBrowser } from './support/flow-page.ts'
import { smallGlossary } from './support/small-glossary.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = pages('word pages')
const { plain, scripted } = test

const get = ({ request }: TestService, as: Person, path: string) =>
  request('GET', path, { headers: { ...cookie(as), accept: 'text/html' } })

/** SLA with two meanings, and terms whose names are hard to find. */
async function words(service: TestService) {
  const ada = await smallGlossary(service)
  await service.term(ada, { name: 'SLA', full_name: 'Shipping Label Archive' })
  await service.term(ada, { name: 'CI/CD', aliases: ['build train'], definition: 'How we ship.' })
  await service.term(ada, { name: 'C++', definition: 'A language.' })
  await service.term(ada, { name: 'Ag', full_name: 'Silver' })
  await service.term(ada, { name: 'AG', full_name: 'Aktiengesellschaft' })
  return ada
}

for (const { variant, visit } of variants) {
  test(`a word with one meaning shows that term and keeps its URL: ${variant}`, async (service) => {
    const as = await words(service)
    const page = await service.open('/t/CI%2FCD', { as, ...visit })
    assert.is(await page.getByRole('heading', { level: 1 }).innerText(), 'CI/CD')
    assert.is(pathOf(page), '/t/CI%2FCD')
    assert.match(await page.title(), /^CI\/CD – /)
    const [{ id } = { id: '' }] = await service.sql`select id from terms where name = 'CI/CD'`
    const canonical = page.locator('link[rel=canonical]')
    assert.is(await canonical.getAttribute('href'), `/terms/${id}`)
    await page.getByRole('button', { name: 'I agree' }).click()
    await page.locator('.notice').waitFor()
    await page.locator('.term-standing > details:not([open]) > summary').click()
    await page.locator('.votes', { hasText: '1 vote, including yours' }).waitFor()
  })
}

for (const { variant, visit } of browserVariants) {
  test(`a word with several meanings shows all of them in full: ${variant}`, async (service) => {
    const as = await words(service)
    await service.term(as, { name: 'SLA', full_name: 'Third', definition: 'y'.repeat(4000) })
    const page = await service.open('/t/sla', { as, ...visit })
    assert.is(await page.getByRole('heading', { level: 1 }).innerText(), 'SLA')
    await page.getByText('3 meanings').waitFor()
    const meanings = page.getByRole('article')
    const fullNames = await meanings.getByRole('heading').allInnerTexts()
    assert.is(fullNames[0], 'Service Level Agreement')
    assert.equal(fullNames.slice(1).sort(), ['Shipping Label Archive', 'Third'])
    assert.is(await meanings.filter({ hasText: 'Third' }).locator('.definition').innerText(), 'y'.repeat(4000))
    const first = (await meanings.first().innerText()).replace(/\s+/g, ' ').toLowerCase()
    assert.match(
      first,
      /what we promise a customer\. official 12 votes operations .* added .* by its owner, ada@example\.com/,
    )
    if (isInBrowser(page)) {
      const [one, two] = [page.locator('article').nth(0), page.locator('article').nth(1)]
      const areSideBySide = async () => (await one.boundingBox())?.y === (await two.boundingBox())?.y
      assert.is(await areSideBySide(), true)
      await page.setViewportSize({ width: widths.narrow, height: 844 })
      assert.is(await areSideBySide(), false)
    }
    await meanings.last().getByRole('heading').getByRole('link').click()
    await page.waitForURL(/\/terms\/[\w-]{36}$/)
  })

  test(`Enter opens the answer, and searches if there is none: ${variant}`, async (service) => {
    const as = await words(service)
    const page = await service.open('/?q=zzz&category=Operations', { as, ...visit })
    const box = page.getByRole('searchbox')
    await box.fill('level')
    // Searching while typing leads to the same URL, so it does not tell whether Enter has been followed.
    const loaded = isInBrowser(page) && page.waitForEvent('load')
    await box.press('Enter')
    await loaded
    await page.waitForURL('**/?q=level&category=Operations')
    assert.equal(await page.locator('.entry h3').allInnerTexts(), ['SLA', 'SLO'])
    await box.fill('what does ci-cd mean?')
    await box.press('Enter')
    await page.waitForURL('**/t/ci-cd')
    assert.is(await page.getByRole('heading', { level: 1 }).innerText(), 'CI/CD')
  })
}

test('Enter opens the answer also if it arrives after the results of the search while typing', async (service) => {
  const page = await service.open('/', { as: await words(service) })
  const typed = page.waitForResponse('**/?q=ci-cd*')
  await page.route('**/t?*', async (route) => {
    await (await typed).finished()
    await route.continue()
  })
  const box = page.getByRole('searchbox')
  await box.fill('ci-cd')
  await box.press('Enter')
  await page.waitForURL('**/t/ci-cd')
})

plain('names, aliases, plurals and questions lead to the word, with any slashes', async (service) => {
  const as = await words(service)
  for (const path of [
    ...['/t/CI/CD', '/t/CI%2FCD', '/t/ci-cd', '/t/C.I./C.D.', '/t/Build%20trains'],
    ...['/t/what%20does%20CI/CD%20mean%3F', '/t/%20CI%2FCD%20'],
  ]) {
    const { status, text } = await get(service, as, path)
    assert.is(status, 200, path)
    assert.match(text, /<title>CI\/CD – /, path)
  }
  for (const [path, fullName] of [
    ['/t/Ag', 'Silver'],
    ['/t/AG', 'Aktiengesellschaft'],
  ] as const) {
    const { text } = await get(service, as, path)
    assert.is(text.match(/<p class="full-name"[^>]*>(.*?)</)?.[1], fullName, path)
  }
  const { text } = await get(service, as, '/t/C%2B%2B')
  assert.match(text, /<title>C\+\+ – /)
  assert.is((await get(service, as, `/t/${'x'.repeat(201)}`)).status, 404)
  assert.is((await get(service, as, '/t/%00')).status, 404)
  assert.is((await get(service, as, '/t')).headers.get('location'), '/')
})

plain('an unknown word is a 404 page with similar names and Add it', async (service) => {
  const as = await words(service)
  const page = await service.open('/t/what%20is%20an%20objectve%3F', { as, status: 404 })
  assert.is(await page.getByRole('heading', { level: 1 }).innerText(), 'No entry for “objectve” yet')
  await page.getByText('Similar names:').waitFor()
  const add = page.getByRole('link', { name: 'Add “objectve”' })
  assert.is(await add.getAttribute('href'), '/terms/new?name=objectve')
  await page.getByRole('link', { name: 'SLO', exact: true }).click()
  await page.waitForURL('**/t/SLO')
})

test('the answer appears while typing, before the list and not in it', async (service) => {
  const as = await words(service)
  const page = await service.open('/', { as })
  const answer = page.locator('.answer')
  await page.getByRole('searchbox').pressSequentially('sla')
  await answer.getByRole('link', { name: 'SLA' }).first().waitFor()
  const shown = await answer.locator('.full-name').allInnerTexts()
  assert.equal(shown, ['Service Level Agreement', 'Shipping Label Archive'])
  assert.is(await page.locator('.entry', { hasText: 'Shipping' }).count(), 0)
  const announced = page.locator('#announcement')
  assert.is(await announced.innerText(), 'SLA: 2 meanings. 2 total')
  await page.getByRole('searchbox').fill('what are SLOs?')
  await answer.getByText('Service Level Objective').waitFor()
  assert.is(await announced.innerText(), 'SLO: Service Level Objective. 1 total')
  assert.match(await answer.innerText(), /Added .* by its owner, ada@example\.com/)
})

plain('many meanings are shown in part, with a link to all of them', async (service) => {
  const as = await service.person()
  for (let n = 1; n <= 8; n++) await service.term(as, { name: 'PM', full_name: `Meaning ${n}` })
  const page = await service.open('/?q=pm', { as })
  assert.is(await page.locator('.answer article').count(), 6)
  assert.is(await page.locator('.entry').count(), 2)
  await page.getByRole('link', { name: 'See all 8 meanings' }).click()
  await page.waitForURL('**/t/pm')
  assert.is(await page.getByRole('article').count(), 8)
})

plain('filters hide an answer that does not match them', async (service) => {
  const as = await words(service)
  const page = await service.open('/?q=sla&status=official', { as })
  assert.equal(await page.locator('.answer .full-name').allInnerTexts(), ['Service Level Agreement'])
  await page.goto('/?q=slo&status=official')
  assert.is(await page.locator('.answer').count(), 0)
  await page.getByRole('link', { name: 'Show 1 result in other statuses' }).waitFor()
})

scripted('the list never becomes empty while a name or full name is typed', async (service) => {
  const as = await words(service)
  await service.term(as, { name: 'MTTR', full_name: 'Mean time to repair a Z machine' })
  for (const name of ['Mean time to repair a Z machine', 'Service Level Agreement', 'CI/CD']) {
    for (let length = 1; length <= name.length; length++) {
      const q = name.slice(0, length)
      const { text } = await get(service, as, `/?${new URLSearchParams({ q })}`)
      assert.match(text, /class="(entry|full-meaning)"/, `“${q}”`)
      assert.not.match(text, /No entry for/, `“${q}”`)
    }
  }
})

plain('terms with a similar spelling stand below a line that says so', async (service) => {
  const as = await words(service)
  const page = await service.open('/?q=objectve', { as })
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'No entry for “objectve” yet' }).waitFor()
  await main.getByRole('heading', { name: 'Similar names' }).waitFor()
  assert.equal(await page.locator('.entry h3').allInnerTexts(), ['SLO'])
  await main.getByRole('link', { name: 'Add “objectve”' }).waitFor()

  await service.term(as, { name: 'NASDAQ' })
  await page.goto('/?q=what+does+NASDAK+mean')
  assert.is(await page.locator('.entry').count(), 0)
  const link = main.getByRole('link', { name: 'NASDAQ' })
  assert.is(await link.getAttribute('href'), '/t/NASDAQ')
  const add = await main.getByRole('link', { name: 'Add “NASDAK”' }).getAttribute('href')
  assert.is(add, '/terms/new?name=NASDAK')
})

test('the link to a word can be copied', async (service) => {
  const as = await words(service)
  const page = await service.open('/t/SLA', { as })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied link' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.is(copied, `${service.origin}/t/SLA`)
})

scripted('the link to one of several meanings leads to this meaning', async (service) => {
  const as = await words(service)
  const page = await service.open('/t/SLA', { as })
  await page.getByRole('heading', { name: 'Shipping Label Archive' }).getByRole('link').click()
  await page.waitForURL('**/terms/*')
  const link = await page.locator('#shared-link').textContent()
  assert.is(link, `${service.origin}${pathOf(page)}`)
})

plain('browsers can search the glossary', async (service) => {
  const as = await words(service)
  const page = await service.open('/', { as })
  const link = page.locator('link[rel=search]')
  const href = (await link.getAttribute('href')) ?? ''
  const { status, headers, text } = await service.request('GET', href)
  assert.is(status, 200)
  assert.is(headers.get('content-type'), await link.getAttribute('type').then((t) => `${t}; charset=utf-8`))
  const template = text.match(/template="([^"]*)"/)?.[1] ?? ''
  const { pathname, search } = new URL(template.replace('{searchTerms}', 'what+is+c%2B%2B'))
  assert.is((await get(service, as, pathname + search)).headers.get('location'), '/t/c%2B%2B')
  assert.is((await get(service, as, '/t?q=zzz')).headers.get('location'), '/?q=zzz')
})

scripted('after a term is deleted, its word page is not shown again', async (service) => {
  const editor = await service.person('editor')
  for (const full_name of ['One', 'Two']) await service.term(editor, { name: 'OKR', full_name })
  const page = await service.open('/t/OKR', { as: editor })
  await page.getByRole('article').getByRole('link').first().click()
  await page.locator('.more-actions summary').click()
  await page.getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
})

test.run()
