import * as assert from 'uvu/assert'
import { pages, widths } from './support/browser.ts'
import { setStatus } from './support/terms.ts'
import type { TestService } from './support/test-service.ts'

const test = pages('looks of pages')

async function aTerm(service: TestService) {
  const as = await service.person('editor', 'eve@example.com')
  const fields = { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' }
  const { id } = await service.term(as, fields)
  const body = { version: 1, definition: 'Another promise.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body })
  await setStatus(service, id, 'community', 3)
  return { as, id }
}

test('a printed term has its definition, facts and history, and nothing to press', async (service) => {
  const { as, id } = await aTerm(service)
  const page = await service.open(`/terms/${id}`, { as })
  // A dialog that is open is not printed, either.
  await page.keyboard.press('/')
  await page.getByRole('dialog', { name: 'Search' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const text = await page.locator('main').innerText()
  for (const said of ['SLA', 'Another promise.', 'Community', '3 votes', 'eve@example.com', 'History'])
    assert.match(text, said)
  assert.not.match(text, /Revert|Copy|Edit\b|Follow|Report|Something is off|All statuses/)
  const pressed = page.locator('button:visible, summary:visible:not(.facts, .recent-history > *), input:visible')
  assert.equal(await pressed.allInnerTexts(), [])
})

test.plain(
  'a term says its status once, which unfolds to all, and has no address below the definition',
  async (service) => {
    const { as, id } = await aTerm(service)
    const page = await service.open(`/terms/${id}`, { as })
    assert.equal(await page.locator('main .status:visible').allInnerTexts(), ['Community'])
    await page.locator('.term-standing summary').click()
    assert.is(await page.locator('.status-steps li:visible .status').count(), 4)
    assert.not.match(await page.locator('.term').innerText(), /https?:/)
  },
)

test('in forced colours, the line below the header has no gaps', async (service) => {
  const { as } = await aTerm(service)
  const page = await service.open('/browse', { as })
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [line, links] of [
    ['.masthead', '.main-nav a'],
    ['.filters', '.filters .tabs a'],
  ] as const) {
    const { y = 0, height = 0 } = (await page.locator(line).boundingBox()) ?? {}
    for (const link of await page.locator(links).all()) {
      const box = await link.boundingBox()
      assert.ok((box?.y ?? 0) + (box?.height ?? 0) <= y + height - 1, links)
    }
  }
})

test('on a phone, the fields of the header and of the home page show their words', async (service) => {
  const { as, id } = await aTerm(service)
  await service.sql`
    insert into inbox_entries (user_id, kind, term_id, term_name, detail)
    select ${as.id}, 'promoted', ${id}, 'SLA', '{"to": "community"}' from generate_series(1, 6)`
  const page = await service.open('/browse', { as, width: 320 })
  /** How much of its words a field cuts off, also by the button that empties it. */
  const cutIn = (field: string) =>
    page.locator(field).evaluate((input: HTMLInputElement) => {
      input.style.fontSize = getComputedStyle(input, '::placeholder').fontSize
      input.value = input.placeholder
      input.scrollLeft = 999
      return input.scrollLeft
    })
  for (const width of [widths.narrow, 412, 320]) {
    await page.setViewportSize({ width, height: 844 })
    assert.is(await cutIn('.header-search input'), 0, String(width))
  }
  await page.goto('/')
  assert.is(await cutIn('main .searchbox input'), 0)
})

test('what belongs together stands in line, and what does not stands apart', async (service) => {
  const { as, id } = await aTerm(service)
  const other = await service.term(as, { name: 'SLO', definition: 'A goal.' })
  const third = await service.term(as, { name: 'SLI', definition: 'A measure.' })
  for (const each of [other, third])
    await service.request('PUT', `/api/v1/terms/${id}/relations/differs_from/${each.id}`, { as })
  const reader = await service.person()
  const dispute = await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: reader, body: { reason: 'No.' } })
  assert.is(dispute.status, 200)
  const page = await service.open(`/terms/${id}?version=1`, { as })
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 3, category: 'Law' } })
  const proposal = { version: 4, definition: 'A better promise.' }
  const { body } = await service.request('POST', `/api/v1/terms/${id}/proposals`, { as: reader, body: proposal })
  const box = async (found: string, index = 0) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(found).nth(index).boundingBox()) ?? {}
    return { x, y, right: x + width, bottom: y + height }
  }
  assert.is((await box('h1')).x, (await box('main .label')).x, 'an earlier version')
  await page.goto(`/terms/${id}`)
  const main = await box('.term-banner .button')
  assert.is((await box('.term-banner [value=uphold]')).y, main.y, 'the answers to a report')
  const sizes = await page
    .locator('.term-standing :is(summary .status, .subject)')
    .evaluateAll((all) => new Set(all.map((each) => getComputedStyle(each).fontSize)).size)
  assert.is(sizes, 1, 'the line below a definition is set in one size')
  assert.ok((await box('.relations dd', 1)).y - (await box('.relations dd')).bottom >= 4, 'two relations')
  await page.goto('/?q=sla')
  assert.ok(
    (await box('.relation')).y - (await box('.full-meaning .definition')).bottom >= 4,
    'a relation of an answer',
  )
  await page.goto(`/terms/${id}/edit`)
  assert.is((await box('.form-row select')).bottom, (await box('.form-row .combobox')).bottom, 'a row of the editor')
  await page.goto(`/terms/${id}/relations?kind=differs_from`)
  assert.ok((await box('#relations')).y - (await box('h1')).bottom >= 8, 'a heading and its list')
  await page.goto(`/proposals/${body.id}`)
  await page.locator('main summary', { hasText: 'Decline' }).click()
  assert.is((await box('main [name=note]')).x, (await box('h1')).x, 'a field that a button unfolds')
  await page.setViewportSize({ width: widths.narrow, height: 844 })
  await page.goto('/terms')
  for (const index of [0, 1]) await page.locator('tbody [name=ids]').nth(index).check()
  assert.is((await box('.bulk-menu', 3)).y, (await box('.bulk-menu')).y, 'the bar of a selection')
})

test('with a finger, boxes and buttons have targets of 44 pixels, and a label keeps its spaces', async (service) => {
  const { as, id } = await aTerm(service)
  for (const path of ['/terms', `/terms/${id}`, '/import', '/inbox']) {
    const page = await service.open(path, { as, width: widths.narrow, hasTouch: true })
    if (path === `/terms/${id}`) await page.locator('.more-actions summary').click()
    const small = await page.locator('main :is(button, summary, input[type="checkbox"]):visible').evaluateAll((all) =>
      all.flatMap((each) => {
        const { height, width } = each.getBoundingClientRect()
        return Math.min(height, width) < 44 ? [each.outerHTML.slice(0, 100)] : []
      }),
    )
    assert.equal(small, [], path)
    const [copy] = await page.getByRole('button', { name: 'Copy link' }).allInnerTexts()
    assert.is(copy, path === `/terms/${id}` ? 'Copy link' : undefined)
  }
})

test('a refused form has a summary with the focus, whose links lead to the fields', async (service) => {
  const { as } = await aTerm(service)
  const page = await service.open('/terms/new', { as, refusals: [422] })
  const form = page.locator('form', { has: page.getByLabel('Definition') })
  await form.evaluate((each: HTMLFormElement) => {
    each.noValidate = true
  })
  await page.getByLabel('Definition').fill(' ')
  await page.getByRole('button', { name: /^Add/ }).last().click()
  const summary = page.getByRole('alert').filter({ hasText: 'Check the highlighted fields.' })
  await summary.waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('.notice'))
  await summary.getByRole('link', { name: 'Enter a name' }).click()
  assert.is(await page.evaluate(() => document.activeElement?.id), 'name')
})

test('a text that is too long to explain is refused in sight, in characters', async (service) => {
  const { as } = await aTerm(service)
  const page = await service.open('/explain', { as, refusals: [422] })
  await page.getByLabel('Text', { exact: true }).fill('word '.repeat(10_100))
  await page.getByRole('button', { name: 'Explain' }).click()
  const notice = page.getByText('Use at most 50,000 characters (now 50,500).')
  await notice.waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('.notice'))
  const { y = -1 } = (await notice.boundingBox()) ?? {}
  assert.ok(y >= 0 && y < (page.viewportSize()?.height ?? 0))
})

test('on a search page, the answer comes before the filters, and equal names say what they lead to', async (service) => {
  const { as } = await aTerm(service)
  await service.term(as, { name: 'SLA', full_name: 'Second Lead Approval' })
  const page = await service.open('/?q=SLA', { as })
  const order = await page
    .locator('.full-meaning h2 a, .filters a')
    .evaluateAll((all) => all.map((each) => (each.closest('.filters') ? 'filter' : 'answer')))
  assert.equal([...new Set(order)], ['answer', 'filter'])
  for (const name of ['Service Level Agreement', 'Second Lead Approval'])
    assert.is(await page.getByRole('link', { name: `SLA (${name})` }).count(), 1)
})

test('the serif is there on the first page of a first visit', async (service) => {
  const { as } = await aTerm(service)
  const page = await service.open('/browse', { as })
  const preloaded = page.locator('link[rel="preload"][as="font"]')
  const url = await preloaded.getAttribute('href')
  await page.waitForFunction(() => document.fonts.check('600 20px "Glossary Serif"'))
  const fonts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  assert.equal(
    fonts.filter((path) => path.endsWith('.woff2')),
    [url],
    'it is loaded once, by the preload, and no other one',
  )
})

test('a name with the letters of any language in Latin is in one font', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'Łódź Arıkan', full_name: 'Trương Ștefan Évora Āda' })
  const page = await service.open(`/terms/${id}`, { as })
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  assert.equal(
    fonts.map(({ isCustomFont }) => isCustomFont),
    fonts.map(() => true),
    JSON.stringify(fonts),
  )
})

test.run()
