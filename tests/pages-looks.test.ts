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

test('at 320 pixels, the fields of the header and of the home page show their words', async (service) => {
  const { as } = await aTerm(service)
  const page = await service.open('/browse', { as, width: 320 })
  const roomIn = (field: string) =>
    page.locator(field).evaluate((input: HTMLInputElement) => {
      const style = getComputedStyle(input)
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) return 0
      const { fontSize } = getComputedStyle(input, '::placeholder')
      canvas.font = `${fontSize} ${style.fontFamily}`
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
      return input.clientWidth - padding - canvas.measureText(input.placeholder).width
    })
  assert.ok((await roomIn('.header-search input')) >= 0)
  await page.goto('/')
  assert.ok((await roomIn('main .searchbox input')) >= 0)
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
