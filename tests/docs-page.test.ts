import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { document as apiDocument, operations } from './support/api-document.ts'
import { type BrowserTestService, hasHorizontalScroll, pages, pathOf, widths } from './support/browser.ts'
import { eventually } from './support/eventually.ts'
import { threeLanguages } from './support/test-service.ts'
import { findFlawsOf, openDetails } from './support/usability.ts'

// The document that operations are read from is that of a glossary in several languages.
const test = pages('docs page', threeLanguages)
const viewer = '/docs?try=true'

/** A path of each subject, and the one that is tried: the viewer needs half a minute to lay out all of them. */
const shown = [...new Map([...operations].reverse().map(({ operation, path }) => [operation.tags[0], path]))].map(
  ([, path]) => path,
)
const paths = [...new Set([...shown, '/api/v1/me'])]

/** Opens the viewer with an API of some paths. */
async function openViewer({ open }: BrowserTestService) {
  const page = await open('/health')
  const few = Object.fromEntries(paths.map((path) => [path, apiDocument.paths[path]]))
  await page.route('**/openapi.json', (route) => route.fulfill({ json: { ...apiDocument, paths: few } }))
  await page.goto(viewer)
  return page
}

/** The operations that the side bar lists, all of its groups opened. */
async function listed(page: Page) {
  page.setDefaultTimeout(120_000)
  const entries = page.getByRole('button', { name: 'HTTP Method' })
  await entries.first().waitFor()
  // At once: the reference lays itself out anew after each, which takes seconds.
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('button')) {
      if (button.textContent?.includes('Open Group')) button.click()
    }
  })
  return (await entries.allInnerTexts()).map((text) => text.split('\n')[0] ?? '').sort()
}

/** Checks that the viewer fits wide windows and narrow ones, last a wide one. */
async function assertFits(page: Page) {
  const text = page.getByText('What terms mean in this company')
  await text.waitFor()
  for (const width of [widths.narrow, widths.wide]) {
    await page.setViewportSize({ width, height: 844 })
    // The reference lays itself out again some time after the window has changed.
    await eventually(`the text fits ${width} pixels`, async () => {
      const box = await text.boundingBox()
      return box && box.width >= 300 && box.x >= 0 && box.x + box.width <= width
    })
    await eventually('the page does not scroll sideways', async () => !(await hasHorizontalScroll(page)))
  }
}

/** Lets a page do what its policy should stop; gives what came of it. */
const intrude = (page: Page) =>
  page.evaluate(async () => {
    const inline = document.createElement('script')
    inline.textContent = 'globalThis.intruder = true'
    document.body.append(inline)
    const elsewhere = await fetch('https://elsewhere.example/').catch(() => 'refused')
    return [elsewhere, 'intruder' in globalThis]
  })

test('the page lists every operation without loading the viewer, and has its details', async (service) => {
  const page = await service.open('/docs', { javaScriptEnabled: false })
  assert.is(await page.title(), 'API reference – Glossary')
  const headings = page.locator('section:not([aria-labelledby=subject-objects]) details h3')
  assert.equal((await headings.allInnerTexts()).sort(), operations.map(({ operation }) => operation.summary).sort())
  assert.is(await page.locator('script[src*=scalar]').count(), 0)
  const entry = page.locator('#promoteTerm')
  assert.is(await entry.getByText('Only the transition to official requires votes.').isVisible(), false)
  await entry.locator('summary').click()
  assert.is(await entry.getByText('Only the transition to official requires votes.').isVisible(), true)
  await entry.getByRole('link', { name: 'Term', exact: true }).first().click()
  assert.is(new URL(page.url()).hash, '#Term')
  assert.is(await page.locator('#Term').isVisible(), true, 'the object is shown')
  assert.is(await page.getByRole('link', { name: 'Try requests in the browser' }).count(), 1)
})

test('the page has no flaws at any width, with its details open or closed', async ({ open }) => {
  const page = await open('/docs')
  await openDetails(page)
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
  assert.is(new Set(ids).size, ids.length, 'each place of the page has a name of its own')
  for (const width of [widths.narrow, widths.wide]) {
    await page.setViewportSize({ width, height: 844 })
    assert.is(await hasHorizontalScroll(page), false, String(width))
  }
  // All are written by the same few lines, and looking at all of them takes half a minute: two of each subject, one
  // open.
  await page.locator('section').evaluateAll((sections) => {
    for (const section of sections) {
      const [, second, ...more] = section.querySelectorAll(':scope > details')
      second?.removeAttribute('open')
      for (const details of more) details.remove()
    }
  })
  assert.equal(await findFlawsOf(page), [])
})

// One test, because each opening of the viewer takes seconds.
test('the viewer fits any window, lists and tries the operations, loads nothing from elsewhere and violates no policy', async (service) => {
  const page = await openViewer(service)
  assert.is(await page.title(), 'Try the API – Glossary')
  assert.match(await page.getByRole('note').innerText(), /^Development mode\./)
  await assertFits(page)
  assert.is(await page.locator('h1', { hasText: 'Term glossary' }).count(), 1)
  const wanted = operations.filter(({ path }) => paths.includes(path))
  assert.equal(await listed(page), wanted.map(({ operation }) => operation.summary).sort())
  assert.equal(service.wrong, [])
  assert.equal(await intrude(page), ['refused', false])
  assert.match(service.wrong.splice(0).join(), /Content Security Policy/)

  // An operation can be tried with the session of the browser, and not without.
  await page.getByRole('button', { name: /^Get the current user/ }).click()
  await page.getByRole('button', { name: 'Test Request (get /api/v1/me)' }).click()
  const client = page.getByRole('dialog')
  const send = client.getByRole('button', { name: /^Send get request/i })
  await send.click()
  await client.getByText('401 Unauthorized').waitFor()
  await client.getByText('"unauthenticated"').waitFor()
  assert.match(service.wrong.splice(0).join(), /status of 401/)

  const { session } = await service.person('viewer', 'ada@example.com')
  await page.context().addCookies([{ name: 'user_id', url: service.origin, value: session }])
  const [response] = await Promise.all([page.waitForResponse('**/api/v1/me'), send.click()])
  assert.is(response.status(), 200)
  assert.is((await response.json()).email, 'ada@example.com')
  await client.getByText('200 OK').waitFor()
  await client.getByText('"ada@example.com"').first().waitFor()
})

test('the policy of the other pages stops what is not ours as well', async (service) => {
  const page = await service.open('/login')
  assert.equal(await intrude(page), ['refused', false])
  assert.match(service.wrong.splice(0).join(), /Content Security Policy/)
})

test.plain('it leads back to the glossary', async ({ open }) => {
  const page = await open('/docs')
  await page.getByRole('link', { name: 'Glossary', exact: true }).click()
  assert.is(new URL(page.url()).pathname, '/login')
})

test.plain('without JavaScript the viewer leads back to the reference', async ({ open }) => {
  const page = await open(viewer)
  await page.getByRole('link', { name: 'The API reference', exact: true }).click()
  assert.is(pathOf(page), '/docs')
})

test.run()
