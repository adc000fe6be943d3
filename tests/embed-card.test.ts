import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { findViolations, hasHorizontalScroll, widths } from './support/browser.ts'
import { addTerms, card, html, marks, waitForMarks, websites } from './support/embedded-page.ts'
import { hostile } from './support/usability.ts'

const test = websites('embed: marks and cards')

/** Returns what a screen reader reads after the name of a button. */
async function descriptionOf(page: Page, name: string) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const found = nodes.find((node) => node.role?.value === 'button' && node.name?.value === name)
  return `${found?.description?.value}`
}

test('the card opens on hover, stays while the pointer is on it, and closes with Escape', async (service, site) => {
  const { id } = await addTerms(service, site)
  const page = await site.open(html)
  await waitForMarks(page)
  const mark = marks(page).first()
  await mark.hover()
  await card(page).waitFor()
  assert.equal((await card(page).innerText()).split(/\n+/), [
    ...[
      'SLA Service Level Agreement',
      'What we promise',
      'a customer.',
      'Official · Operations · Stop underlining it for everyone…',
    ],
  ])
  const link = page.locator('glossary-card').getByRole('link', { name: 'SLA' })
  assert.is(await link.getAttribute('href'), `${service.origin}/terms/${id}`)
  await link.hover()
  await page.waitForTimeout(700)
  assert.is(await card(page).count(), 1)
  await page.keyboard.press('Escape')
  assert.is(await card(page).count(), 0)
  await page.mouse.move(5, 500)
  await mark.hover()
  await card(page).waitFor()
  await page.mouse.move(5, 500)
  await card(page).waitFor({ state: 'detached' })
})

test('the card of a disputed term says what it was before; what it is not, what replaced it and where it comes from, too', async (service, site) => {
  const { id } = await addTerms(service, site)
  const as = site.admin
  const others = [
    ['replaced_by', { name: 'SLX', definition: 'A newer promise.' }],
    ['differs_from', { name: 'SLO', definition: 'A goal. It is measured.' }],
    ['broader', { name: 'Contract', definition: 'What is signed.' }],
  ] as const
  for (const [kind, fields] of others) {
    const other = await service.term(as, fields)
    await service.request('PUT', `/api/v1/terms/${id}/relations/${kind}/${other.id}`, { as })
  }
  await service.sql`
    update terms
    set
      status = 'pending', open_disputes = 1, disputed_status = 'official', disputed_vote_count = 13,
      links = '[{"url": "https://wiki.example.com/sla", "label": "Handbook"}]'
    where id = ${id}`
  const page = await site.open(html)
  await waitForMarks(page)
  await marks(page).first().hover()
  await card(page).getByText('Disputed (was Official, 13 votes) · Operations').waitFor()
  const lines = (await card(page).innerText()).split(/\n+/)
  assert.is(lines[0], 'Use SLX instead')
  for (const line of ['Not to be confused with SLO (A goal.)', 'Part of Contract', 'From Handbook'])
    assert.ok(lines.includes(line), lines.join('|'))
})

test('the keyboard opens the card, reaches its link, and comes back with Escape', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(html)
  await waitForMarks(page)
  const mark = page.getByRole('button', { name: 'SLA', exact: true })
  await page.keyboard.press('Tab')
  await card(page).waitFor()
  assert.is(await mark.evaluate((element) => element === document.activeElement), true)
  assert.is(await mark.getAttribute('aria-expanded'), 'true')
  assert.match(await descriptionOf(page, 'SLA'), /What we promise\s+a customer/)
  await page.keyboard.press('Tab')
  const link = page.locator('glossary-card').getByRole('link', { name: 'SLA' })
  assert.is(await link.evaluate((element) => element.matches(':focus')), true)
  await page.keyboard.press('Escape')
  assert.is(await card(page).count(), 0)
  assert.is(await mark.evaluate((element) => element === document.activeElement), true)
  assert.is(await mark.getAttribute('aria-expanded'), 'false')
  for (const [key, count] of [
    ['Enter', 1],
    ['Enter', 0],
    [' ', 1],
  ] as const) {
    await page.keyboard.press(key)
    assert.is(await card(page).count(), count)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await card(page).getByText('Building and delivering.').waitFor()
  assert.is(await card(page).count(), 1)
})

test('a tap opens the card, and a tap elsewhere closes it', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(html, { width: widths.narrow, hasTouch: true })
  await waitForMarks(page)
  await marks(page).first().tap()
  await card(page).waitFor()
  assert.is(await hasHorizontalScroll(page), false)
  await page.touchscreen.tap(200, 700)
  await card(page).waitFor({ state: 'detached' })
})

test('a row that can be clicked knows nothing of clicks and keys that are for a mark or its card', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main><table><tr><td>Our SLA is <i>here</i></td></tr></table></main>')
  await waitForMarks(page)
  await page.evaluate(() => {
    const row = document.querySelector('tr')
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    for (const type of ['click', 'keydown'] as const)
      row?.addEventListener(type, (event) => heard.push('key' in event ? event.key : type))
  })
  const heard = () => page.evaluate(() => (globalThis as { heard?: string[] }).heard)
  await marks(page).click()
  await card(page).getByText('a customer.').click()
  await marks(page).press('Enter')
  assert.is(await card(page).count(), 0)
  await page.keyboard.press(' ')
  await card(page).waitFor()
  assert.equal(await heard(), [])
  await page.keyboard.press('a')
  await page.locator('i').click()
  assert.equal(await heard(), ['a', 'click'])
})

test('all meanings are shown, those of the category first; text is shown as it is', async (service, site) => {
  const { admin } = site
  for (const category of ['Banking', 'Operations']) {
    await service.term(admin, { name: 'ATM', definition: `${category} ${hostile}`, category })
  }
  const page = await site.open('<main><p>The ATM</p></main>', { script: { 'data-category': 'Operations' } })
  await waitForMarks(page)
  await marks(page).focus()
  await card(page).getByText('2 meanings').waitFor()
  const found = await card(page).locator('.definition').allInnerTexts()
  assert.equal(found, [`Operations ${hostile}`, `Banking ${hostile}`])
  assert.is(await page.evaluate(() => 'intruder' in globalThis), false)
})

test('a discouraged name says what to say instead', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main><p>An uptime promise</p></main>')
  await waitForMarks(page)
  await marks(page).focus()
  await card(page).getByText('Say SLA, not “uptime promise”').waitFor()
})

/** Where each element is, and each character that is not a space. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const places: [name: string, place: DOMRect][] = []
    for (const element of document.body.querySelectorAll('*:not(glossary-term, glossary-card)')) {
      places.push([element.localName, element.getBoundingClientRect()])
    }
    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      for (const [index, character] of [...(node.nodeValue ?? '')].entries()) {
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        if (character.trim() !== '') places.push([character, range.getBoundingClientRect()])
      }
    }
    return places.map(([name, { x, y, width, height }]) =>
      [name, ...[x, y, width, height].map((each) => each.toFixed(2))].join(' '),
    )
  })

test('nothing moves when terms are marked and a card opens, whatever the styles of the page', async (service, site) => {
  await addTerms(service, site)
  const text = `${html}<article><p>Longer text about the CI/CD server, that takes several lines in a narrow window. </p>
    <div class="flex">A flex container with SLA in it</div><p class="wide"><em>SLA</em> to end with</p></article>`
  const css = `p { text-align: justify; hyphens: auto } .flex { display: flex; justify-content: space-between; gap: 1em }
    .wide { letter-spacing: 0.1em; text-transform: lowercase } * { margin: 3px; padding: 2px } main { overflow: hidden }
    span, div { border: 1px solid; display: block }`
  const options = { css, width: widths.narrow }
  const before = await layoutOf(await site.open(text, { ...options, script: null }))
  const page = await site.open(text, options)
  assert.equal(await waitForMarks(page), ['SLA', 'CI/CD'])
  assert.equal(await layoutOf(page), before)
  await marks(page).first().focus()
  await card(page).waitFor()
  assert.equal(await layoutOf(page), before)
})

test('on dark pages the card is dark; it is accessible on both', async (service, site) => {
  await addTerms(service, site)
  const css = `@media (prefers-color-scheme: dark) { html { background: #111; color: #eee } }`
  const backgroundOf = () => card(page).evaluate((each) => getComputedStyle(each).backgroundColor)
  const page = await site.open(`<main><h1>A page</h1>${html.slice(6)}`, { css })
  await waitForMarks(page)
  for (const [colorScheme, background] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(34, 33, 39)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await marks(page).first().focus()
    await card(page).waitFor()
    assert.is(await backgroundOf(), background)
    assert.equal(await findViolations(page), [])
    await page.keyboard.press('Escape')
    await marks(page).first().blur()
  }
})

test.run()
